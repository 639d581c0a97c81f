import { MAX_TITLE_CHARS } from '@tributary/contract/planning/limits.ts';

type CommitText = { message: string; parentCount: number };

/** `fix-login_page` → `Fix login page`. */
export function titleFromBranch(branch: string): string {
  const last = branch.split('/').at(-1) ?? branch;
  const words = last.replaceAll(/[-_]+/g, ' ').trim();
  const text = words === '' ? branch : words;
  return (text.charAt(0).toUpperCase() + text.slice(1)).slice(0, MAX_TITLE_CHARS);
}

/**
 * Title and description of a new request: those of its only commit (of the first with a body, as several may belong to
 * one thought), else the branch's name. `commits` newest first, merges do not count.
 */
export function defaultTexts(branch: string, commits: readonly CommitText[]): { title: string; description: string } {
  const own = commits.filter((commit) => commit.parentCount < 2);
  const only = own.length === 1 ? own[0] : undefined;
  const chosen = only ?? own.toReversed().find((commit) => commit.message.includes('\n\n'));
  if (!chosen) return { title: titleFromBranch(branch), description: '' };
  const { subject, body } = splitMessage(chosen.message);
  const title = only || subject.length > 0 ? subject : titleFromBranch(branch);
  return { title: (title === '' ? titleFromBranch(branch) : title).slice(0, MAX_TITLE_CHARS), description: body };
}

export function splitMessage(message: string): { subject: string; body: string } {
  const trimmed = message.replaceAll('\r\n', '\n').trim();
  const cut = trimmed.indexOf('\n');
  if (cut < 0) return { subject: trimmed, body: '' };
  return { subject: trimmed.slice(0, cut).trim(), body: trimmed.slice(cut + 1).trim() };
}

export type MergeMessageParts = {
  title: string;
  description: string;
  sourceBranch: string;
  targetBranch: string;
  /** `group/project!12`. */
  reference: string;
};

export function mergeCommitMessage(parts: MergeMessageParts, includesDescription = false): string {
  const description = includesDescription && parts.description.trim() !== '' ? `${parts.description.trim()}\n\n` : '';
  return (
    `Merge branch '${parts.sourceBranch}' into '${parts.targetBranch}'\n\n` +
    `${parts.title}\n\n${description}See merge request ${parts.reference}`
  );
}

/** Of several commits the request's title; of one its own message. */
export function squashCommitMessage(title: string, commits: readonly CommitText[]): string {
  const own = commits.filter((commit) => commit.parentCount < 2);
  const only = own.length === 1 ? own[0]?.message.trim() : undefined;
  return only === undefined || only === '' ? title : only;
}
