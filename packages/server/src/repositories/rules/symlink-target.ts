/**
 * The path inside the repository that a symlink names, or null when it leads out of it. Only for a link on the page: nothing
 * here or elsewhere ever opens what a symlink points at.
 */
export function symlinkTarget(directory: string, target: string): string | null {
  if (target === '' || target.startsWith('/') || target.includes('\0') || directory.startsWith('//')) return null;
  const parts = directory === '' ? [] : directory.split('/');
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.length === 0 ? null : parts.join('/');
}
