/** The path that a deleted group or project has until its rows are gone, so that its name can be used again at once. */
export function releasedPath({ path, id }: { path: string; id: number }): string {
  return `${path}-deletion_scheduled-${id}`;
}
