#include "aclnn/aclnn_base.h"

aclnnStatus aclnnInit(const char*) { return OK; }

aclnnStatus aclnnFinalize() { return OK; }
