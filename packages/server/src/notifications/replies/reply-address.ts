/** Stands for the key in the address that the settings give: `reply+%{key}@code.example.org`. */
const KEY_PLACE = '%{key}';
export function replyAddressFor(template: string, key: string): string {
  return template.replace(KEY_PLACE, key);
}

/** The keys in those of these addresses that are made of the template, each once, in order. */
export function replyKeysIn(template: string, addresses: readonly string[]): string[] {
  const [before = '', after = ''] = template.toLowerCase().split(KEY_PLACE);
  const keys = addresses.flatMap((written) => {
    const address = written.trim().toLowerCase();
    if (!address.startsWith(before) || !address.endsWith(after)) return [];
    const key = address.slice(before.length, address.length - after.length);
    // 128 bits in hexadecimal: mail servers do not keep capitals apart.
    return /^[0-9a-f]{32}$/.test(key) ? [key] : [];
  });
  return [...new Set(keys)];
}
