/** Sentences of system notes that only merge requests have; the others are those of everything that is planned. */

export function draftText(isDraft: boolean): string {
  return isDraft ? 'marked this merge request as **draft**' : 'marked this merge request as **ready**';
}

export function targetText(from: string, to: string): string {
  return `changed target branch from \`${from}\` to \`${to}\``;
}

export type ListedCommit = { sha: string; title: string };

/** `commits` oldest first; `path` compares with what was there before. */
export function commitsAddedText(
  commits: readonly ListedCommit[],
  options: { total: number; comparePath: string | null; removed: number },
): string {
  const { total, comparePath, removed } = options;
  const lines = [`added ${total} ${total === 1 ? 'commit' : 'commits'}`];
  if (total === 0) lines[0] = `removed ${removed} ${removed === 1 ? 'commit' : 'commits'}`;
  if (commits.length > 0) lines.push('', ...commits.map((commit) => `* ${commit.sha.slice(0, 8)} - ${commit.title}`));
  if (total > commits.length && commits.length > 0) lines.push(`* … ${total - commits.length} more`);
  if (comparePath !== null) lines.push('', `[Compare with previous version](${comparePath})`);
  return lines.join('\n');
}
