import type { CommitUser, CommitSummary } from '@tributary/contract/projects/repository-views.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { CommitSignatureView } from '@tributary/contract/projects/commit-signatures.ts';
import type { CommitStatusSummary } from '@tributary/contract/projects/commit-statuses.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { type Commit, isoMoment, momentOf, type Signature } from '@tributary/git';
import { mapUsersByConfirmedEmail } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { signatureViews } from './signature-views.ts';
import { userChip } from './user-chip.ts';
import { commitPipelines } from '../commit-registry.ts';

const SHORT_SHA = 8;
/** A message may be a megabyte; lists show its beginning. */
const MAX_TITLE = 500;
const MAX_BODY = 20_000;

export { userChip } from './user-chip.ts';

export type UsersByEmail = ReadonlyMap<string, UserView>;

/** One query for everyone these signatures name. */
export function usersOf(ctx: Context, signatures: Iterable<Signature>): Promise<UsersByEmail> {
  return mapUsersByConfirmedEmail(
    ctx,
    [...signatures].map((signature) => signature.email).filter((email) => email !== ''),
  );
}

export function commitUser(signature: Signature, people: UsersByEmail): CommitUser {
  const user = people.get(signature.email.toLowerCase());
  return {
    name: signature.name,
    email: signature.email,
    date: pageDate(signature),
    user: user ? userChip(user) : null,
  };
}

/** The moment in UTC; of one that no `Date` can hold the text as git writes it. */
function pageDate(signature: Signature): string {
  const moment = momentOf(signature);
  return moment.getTime() === signature.epochSeconds * 1_000 ? isoMoment(moment) : signature.date;
}

export function shortSha(sha: string): string {
  return sha.slice(0, SHORT_SHA);
}

function toSummary(
  projectPath: string,
  commit: Commit,
  people: UsersByEmail,
  status: CommitStatusSummary | undefined,
  signature: CommitSignatureView | undefined,
): CommitSummary {
  return {
    sha: commit.sha,
    shortSha: shortSha(commit.sha),
    title: commit.subject.slice(0, MAX_TITLE),
    body: commit.body.slice(0, MAX_BODY),
    author: commitUser(commit.author, people),
    committer: commitUser(commit.committer, people),
    parentShas: commit.parents,
    href: repositoryPaths.commit(projectPath, commit.sha),
    status: status ?? null,
    signature: signature ?? null,
  };
}

/** Commits as pages show them, their authors found by confirmed address. */
export async function commitSummaries(
  ctx: Context,
  access: ProjectAccess,
  commits: readonly Commit[],
): Promise<CommitSummary[]> {
  const [people, statuses, signatures] = await Promise.all([
    usersOf(
      ctx,
      commits.flatMap((commit) => [commit.author, commit.committer]),
    ),
    commitPipelines().summaries(
      ctx,
      access,
      commits.map((commit) => commit.sha),
    ),
    signatureViews(ctx, access, commits),
  ]);
  const path = access.project.full_path;
  return commits.map((commit) => toSummary(path, commit, people, statuses.get(commit.sha), signatures.get(commit.sha)));
}

export async function commitSummary(ctx: Context, access: ProjectAccess, commit: Commit): Promise<CommitSummary> {
  const [summary] = await commitSummaries(ctx, access, [commit]);
  if (!summary) throw new Error('a commit has no summary');
  return summary;
}
