/* The one header a user program includes for the runtime: everything of the ACL C API that the
 * simulated toolkit offers. */
#ifndef NPUSIM_INCLUDE_ACL_ACL_H_
#define NPUSIM_INCLUDE_ACL_ACL_H_

#include "acl/acl_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Initialises the runtime. `config_path` names a JSON file or is null.
 *  100002 while initialised already (harmless, counted); 100003 unreadable file; 100006 not JSON;
 *  100000 when the file differs from the one of an earlier initialisation in this process. */
ACL_FUNC_VISIBILITY aclError aclInit(const char* config_path);

/** Releases everything, whatever the number of initialisations; 100037 when done already. */
ACL_FUNC_VISIBILITY aclError aclFinalize(void);

/** Takes back one initialisation and stores how many remain; the last one releases everything. */
ACL_FUNC_VISIBILITY aclError aclFinalizeReference(uint64_t* reference_count);

/** Texts of the latest errors of this thread (newest first), or null when there are none. The
 *  pointer is valid until the next call on this thread. */
ACL_FUNC_VISIBILITY const char* aclGetRecentErrMsg(void);

#ifdef __cplusplus
}
#endif

#endif /* NPUSIM_INCLUDE_ACL_ACL_H_ */
