import { createHash } from 'node:crypto';

const MAX_SLUG = 24;
const KEPT = 17;
const SUFFIX = 6;

/**
 * A name that hosts may have, as clients know it: at most 24 characters, begins with a letter. What had to be changed ends in
 * characters of its hash, so that two names do not become one.
 */
export function environmentSlug(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '-');
  const lettered = (/^[a-z]/.test(plain) ? plain : `env-${plain}`).replaceAll(/-+/g, '-');
  if (lettered === name && lettered.length <= MAX_SLUG && !lettered.endsWith('-')) return lettered;
  const hash = BigInt(`0x${createHash('sha256').update(name).digest('hex')}`)
    .toString(36)
    .slice(-SUFFIX);
  const kept = lettered.slice(0, KEPT);
  return `${kept}${kept.endsWith('-') ? '' : '-'}${hash}`;
}
