/** Can this be a path in a tree? git reads `.` and `..` as places relative to it, which no tree entry is. */
export function isTreePath(path: string): boolean {
  if (path.includes('\0') || !path.isWellFormed()) return false;
  return path.split('/').every((part) => part !== '.' && part !== '..');
}
