/** Where an uploaded file goes: the path that was asked for, else its own name in the directory that is open. */
export function changePathOf(path: string | undefined, directory: string | undefined, fileName: string): string {
  if (path !== undefined && path !== '') return path;
  const name = fileName.split(/[/\\]/).at(-1) ?? '';
  return directory === undefined || directory === '' ? name : `${directory}/${name}`;
}
