/* The table of acl_values.c, for the test that checks it. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AclValue {
  const char* name;
  long long actual;
  long long expected;
} AclValue;

const AclValue* AclValues(size_t* count);
size_t AclPointerAttributesBytes(void);

#ifdef __cplusplus
}
#endif
