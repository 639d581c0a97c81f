/** What `revision` says of the running server. */
export function revisionOf(version: string): string {
  return `tributary-${version}`;
}
