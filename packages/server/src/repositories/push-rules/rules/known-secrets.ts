const NAMES = new Set(['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519', 'id_ecdsa_sk', 'id_ed25519_sk', '.netrc']);
const ENDINGS = ['.pem', '.key', '.pkcs12', '.pfx', '.p12', '.asc', '.history', '_history'];
const KEY_ENDINGS = ['_rsa', '_dsa', '_ecdsa', '_ed25519', '_ecdsa_sk', '_ed25519_sk'];
const PATHS = ['aws/credentials', '.aws/credentials', '.docker/config.json', '.kube/config'];

/** Do files of this name usually hold credentials? Public keys (`id_rsa.pub`) do not. */
export function looksLikeSecret(path: string): boolean {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  if (NAMES.has(name)) return true;
  if ([...ENDINGS, ...KEY_ENDINGS].some((ending) => name.endsWith(ending))) return true;
  return PATHS.some((known) => lower === known || lower.endsWith(`/${known}`));
}
