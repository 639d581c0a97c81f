import { displayPath, PATH_KEY_PREFIX } from '@tributary/contract/projects/display-path.ts';

/** The key of a typed name (with its own slashes) in a directory ('' for the root). */
export function joinPath(directory: string, typed: string): string {
  if (directory === '') return typed;
  if (!directory.startsWith(PATH_KEY_PREFIX)) return `${directory}/${typed}`;
  return `${directory}/${encodeURI(typed.toWellFormed())}`;
}

/** The last part of a path as users see it. */
export function displayName(key: string): string {
  const path = displayPath(key);
  return path.slice(path.lastIndexOf('/') + 1);
}
