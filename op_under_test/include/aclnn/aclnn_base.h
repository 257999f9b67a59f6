/// What every aclnn operator header needs: the handles and the library's initialisation.
///
/// Source- and ABI-compatible with the toolkit's header of this name.
#ifndef NPUSIM_INCLUDE_ACLNN_ACLNN_BASE_H_
#define NPUSIM_INCLUDE_ACLNN_ACLNN_BASE_H_

#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Initialises the operator library; operators work without it. `config_path` is not read.
/// \return 0. May be called any number of times, from any thread.
__attribute__((visibility("default"))) aclnnStatus aclnnInit(const char* configPath);

/// Counterpart of aclnnInit; live tensors and executors stay valid.
__attribute__((visibility("default"))) aclnnStatus aclnnFinalize();

#ifdef __cplusplus
}
#endif

#endif  // NPUSIM_INCLUDE_ACLNN_ACLNN_BASE_H_
