/** What names a commit in the whole instance. The same commit of a fork is another thing: other users talk about it there. */
export function commitKey(projectId: number, sha: string): string {
  return `${projectId}-${sha}`;
}

/** Undefined for what cannot name one: a whole id is wanted, of which there is one spelling. */
export function parseCommitKey(key: string): { projectId: number; sha: string } | undefined {
  const [, projectId, sha] = /^([1-9]\d{0,14})-([0-9a-f]{40})$/.exec(key) ?? [];
  return projectId && sha ? { projectId: Number(projectId), sha } : undefined;
}
