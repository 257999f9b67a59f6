/* Types, enumerations and error codes of the ACL C API; see acl_base_rt.h. */
#ifndef NPUSIM_INCLUDE_ACL_ACL_BASE_H_
#define NPUSIM_INCLUDE_ACL_ACL_BASE_H_

#include "acl/acl_base_rt.h"
#include "acl/error_codes/rt_error_codes.h"

#endif /* NPUSIM_INCLUDE_ACL_ACL_BASE_H_ */
