// Digests and ciphers that the kernel makes by their names: an error, never null, or a handle that leads to its algorithm.
#include <crypto/aead.h>
#include <crypto/hash.h>
#include <crypto/skcipher.h>

#define MADE_OF(handle, kind) \
  int error = yogi_error(); \
  struct handle *made; \
  struct kind *algorithm; \
  if (error) \
    return ERR_PTR(error); \
  made = GIVEN(struct handle); \
  algorithm = GIVEN(struct kind); \
  made->base.__crt_alg = &algorithm->base

struct crypto_shash *MODEL(crypto_alloc_shash)(const char *name, u32 type, u32 mask)
{
  MADE_OF(crypto_shash, shash_alg);
  __VERIFIER_assume(algorithm->digestsize <= HASH_MAX_DIGESTSIZE && algorithm->statesize <= HASH_MAX_STATESIZE);
  __VERIFIER_assume(made->descsize <= HASH_MAX_DESCSIZE);
  return made;
}
struct crypto_ahash *MODEL(crypto_alloc_ahash)(const char *name, u32 type, u32 mask)
{
  MADE_OF(crypto_ahash, hash_alg_common);
  __VERIFIER_assume(algorithm->digestsize <= HASH_MAX_DIGESTSIZE && algorithm->statesize <= HASH_MAX_STATESIZE);
  return made;
}
struct crypto_skcipher *MODEL(crypto_alloc_skcipher)(const char *name, u32 type, u32 mask)
{
  MADE_OF(crypto_skcipher, skcipher_alg);
  return made;
}
struct crypto_aead *MODEL(crypto_alloc_aead)(const char *name, u32 type, u32 mask)
{
  MADE_OF(crypto_aead, aead_alg);
  __VERIFIER_assume(made->authsize <= algorithm->maxauthsize);
  return made;
}
