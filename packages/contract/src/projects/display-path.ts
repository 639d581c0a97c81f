/**
 * Paths come from the server as *path keys*: UTF-8 names as they are, other names as `//` and percent-encoded bytes. They
 * go back exactly as they came.
 */
export const PATH_KEY_PREFIX = '//';

/** What users see: bytes that are no text become replacement characters. Not reversible. */
export function displayPath(key: string): string {
  if (!key.startsWith(PATH_KEY_PREFIX)) return key;
  const bytes = key.slice(2).replace(/%(..)/g, (_whole, hex: string) => String.fromCharCode(Number(`0x${hex}`)));
  return new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
}

/** What users copy: the path, or what a shell makes it of where it is no text, as `$'caf\xE9'`. */
export function shellPath(key: string): string {
  if (!key.startsWith(PATH_KEY_PREFIX)) return key;
  return `$'${key.slice(2).replace(/['\\]/g, '\\$&').replaceAll('%', '\\x')}'`;
}
