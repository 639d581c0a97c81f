import { codeSpan } from '@tributary/contract/discussions/code-span.ts';
import type { DiffPosition } from '@tributary/contract/discussions/page.ts';

/** Sentences of system notes that only merge requests have; the others are those of everything that is planned. */

export function draftText(isDraft: boolean): string {
  return isDraft ? 'marked this merge request as **draft**' : 'marked this merge request as **ready**';
}

export function targetText(from: string, to: string): string {
  return `changed target branch from ${codeSpan(from)} to ${codeSpan(to)}`;
}

/** `tip`: the commit that it can be made of again. */
export function branchDeletedText(branch: string, tip: string): string {
  return `deleted the ${codeSpan(branch)} branch. Commit ${tip.slice(0, 8)}`;
}

/** By hand, while the request is open. */
export function sourceDeletedText(branch: string): string {
  return `deleted source branch ${codeSpan(branch)}`;
}

export function sourceRestoredText(branch: string): string {
  return `restored source branch ${codeSpan(branch)}`;
}

export function squashText(isOn: boolean): string {
  return isOn ? 'chose to **squash** the commits when it is merged' : 'chose to **keep** the commits when it is merged';
}

export function removalText(isOn: boolean): string {
  return `chose to **${isOn ? 'delete' : 'keep'}** the source branch when it is merged`;
}

export function collaborationText(isOn: boolean): string {
  const whom = 'commits from members who can merge to the target branch';
  return isOn ? `**allowed** ${whom}` : `no longer **allows** ${whom}`;
}

export function mergeAfterText(at: Date | null): string {
  if (at === null) return 'removed the time to merge after';
  const iso = at.toISOString();
  return `set the time to merge after to **${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC**`;
}

export function contextText(commits: readonly ListedCommit[], isAdded: boolean): string {
  const count = `${commits.length} ${commits.length === 1 ? 'commit' : 'commits'}`;
  const lines = commits.map((commit) => `* ${commit.sha.slice(0, 8)} - ${commit.title}`);
  return [isAdded ? `added ${count} as context` : `removed ${count} from context`, '', ...lines].join('\n');
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

type Version = { id: number; number: number };

/** What a version did to the place that a thread was begun on, with the way to all that changed since. */
export function outdatedText(
  from: DiffPosition,
  fileHash: string | null,
  { path, version }: { path: string; version: Version },
): string {
  const hash = fileHash === null ? '' : `#diff-content-${fileHash}`;
  const link = `${path}/diffs?diff_id=${version.id}&start_sha=${from.head_sha}${hash}`;
  return `changed ${nameOf(from)} in [version ${version.number} of the diff](${link})`;
}

/** The id of the version that such a text leads to. */
export function namedVersion(text: string): number | undefined {
  const id = /\/diffs\?diff_id=(\d+)&/.exec(text)?.[1];
  return id === undefined ? undefined : Number(id);
}

function nameOf({ position_type: type, line_range: range }: DiffPosition): string {
  if (type === 'image') return 'this image';
  if (type === 'file') return 'this file';
  return range && range.start.line_code !== range.end.line_code ? 'these lines' : 'this line';
}
