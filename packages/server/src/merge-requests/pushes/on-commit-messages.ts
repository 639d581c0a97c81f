import type { Extensions } from '../../platform/extensions.ts';
import { branchRef, type Commit, isGitError, isZeroOid, listArrivedCommits, readRef } from '@tributary/git';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { findActingUser } from '../../accounts/index.ts';
import { findCommitNoteable, nameFor, referencesInText, addCrossReferences } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { onEvent } from '../../platform/events.ts';
import { closeIssue } from '../../planning/index.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import type { PushReceived } from '../../repositories/index.ts';
import { findIssueIds } from '../issues/named-issues-store.ts';
import { issuesClosedBy } from '../issues/rules/closing-pattern.ts';
import { findProjectAccess } from '../merge-request-access.ts';
import { NOTEABLE_TYPE } from '../noteable.ts';
import { listIntentsOfTarget } from '../store/intents.ts';
import { findMergedAt, listShasOfMerged } from '../store/arrived-commits.ts';

/** Messages of one push that are read; the newest. */
const MAX_COMMITS = 100;
const MAX_CLOSED = 100;

/** Commits that came with the push, oldest first: those not on the default branch for a new branch. */
async function newCommits(ctx: Context, { project }: ProjectAccess, push: PushReceived): Promise<Commit[]> {
  const directory = ctx.repositories.directory(push.projectId);
  try {
    const base = isZeroOid(push.oldSha)
      ? project.default_branch !== null && project.default_branch !== push.name
        ? await readRef(directory, branchRef(project.default_branch))
        : undefined
      : push.oldSha;
    return await listArrivedCommits(directory, { base, head: push.newSha, limit: MAX_COMMITS });
  } catch (error) {
    // The branch has moved on, and what was on it is gone.
    if (isGitError(error, 'not_found')) return [];
    throw error;
  }
}

/** A merge commit names the request that it merges: that is no news. */
async function tellMentions(ctx: Context, access: ProjectAccess, commit: Commit, isOurMerge: boolean): Promise<void> {
  const { id: projectId, full_path: projectPath } = access.project;
  const references = referencesInText(commit.message, { kind: 'project', id: projectId, fullPath: projectPath });
  if (references.length === 0) return;
  const source = await findCommitNoteable(ctx, access, commit.sha);
  if (source)
    await addCrossReferences(ctx, source, references, { skip: ({ type }) => isOurMerge && type === NOTEABLE_TYPE });
}

/** As the one who pushed, and with their rights. */
async function closeIssues(
  ctx: Context,
  access: ProjectAccess,
  commits: readonly Commit[],
  push: PushReceived,
): Promise<void> {
  const closing = commits.filter((commit) => issuesClosedBy(commit.message).length > 0);
  if (closing.length === 0) return;
  const target = { projectId: push.projectId, branch: push.name };
  const arrived = commits.map((commit) => commit.sha);
  const merged = await listShasOfMerged(ctx.db, target, arrived);
  for (const commit of closing) {
    if (!merged.has(commit.sha)) await closeNamed(ctx, access, commit);
  }
}

async function isOurMerge(ctx: Context, { projectId, name, newSha }: PushReceived): Promise<boolean> {
  const underWay = await listIntentsOfTarget(ctx.db, projectId, branchRef(name));
  return underWay.some((intent) => intent.new_target_sha === newSha) || findMergedAt(ctx.db, projectId, newSha);
}

async function closeNamed(ctx: Context, access: ProjectAccess, commit: Commit): Promise<void> {
  const source = await findCommitNoteable(ctx, access, commit.sha);
  if (!source) return;
  const named = issuesClosedBy(commit.message).slice(0, MAX_CLOSED);
  const ids = new Set((await findIssueIds(ctx.db, access.project.id, named)).values());
  for (const issueId of ids) {
    try {
      await closeIssue(ctx, {
        issueId,
        by: { phraseFor: (projectId) => nameFor(source, { kind: 'project', id: projectId }), about: source },
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
      // Closed already, hidden from the pusher, or not theirs to close.
      ctx.log.info({ issueId, sha: commit.sha, code: error.code }, 'an issue is not closed by a commit');
    }
  }
}

export const pushesOnCommitMessages: Extensions = [
  /** What messages of pushed commits name learns of them; on the default branch they close what they say they close. */
  onEvent('push.received', 'messages', async (ctx, { data: push }) => {
    if (push.refKind !== 'branch' || push.action === 'deleted' || push.actorId === null) return;
    const actor = await findActingUser(ctx, push.actorId);
    const access = actor && (await findProjectAccess({ ...ctx, actor }, push.projectId));
    if (!access) return;
    // Each branch costs a process: of very many the default branch alone is read.
    if (push.bulkCount !== undefined && push.name !== access.project.default_branch) return;
    const asPusher = { ...ctx, actor };
    const commits = await newCommits(ctx, access, push);
    const isOurs = await isOurMerge(ctx, push);
    for (const commit of commits) await tellMentions(asPusher, access, commit, isOurs);
    // What a merge brings is closed by the merge.
    if (push.name === access.project.default_branch && !isOurs) await closeIssues(asPusher, access, commits, push);
  }),
];
