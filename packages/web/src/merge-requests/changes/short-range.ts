/** `1a2b3c4d...5e6f7a8b`: the two commits of a submodule. */
export function shortRange({ old_sha: from, new_sha: to }: { old_sha: string; new_sha: string }): string {
  return `${from.slice(0, 8)}...${to.slice(0, 8)}`;
}
