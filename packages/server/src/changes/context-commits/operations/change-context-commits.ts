import { AppError } from '@tributary/contract/errors/app-error.ts';
import { CONTEXT_COMMITS_MAX } from '@tributary/contract/merge-requests/inputs.ts';
import {
  type Commit,
  findCommit,
  isObjectId,
  keepAround,
  listCommitShas,
  momentOf,
  resolveRevision,
} from '@tributary/git';
import { addSystemNote } from '../../../discussions/index.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation, guard } from '../../../platform/operation.ts';
import {
  canNameContext,
  canReadCode,
  canUpdate,
  loadLocked,
  type MergeRequestAccess,
  noteableOf,
  contextText,
  type MergeRequestRow,
  updateMergeRequestRow,
  requireTip,
  listedCommit,
} from '../../../merge-requests/index.ts';
import { deleteContextCommits, insertContextCommits, listContextCommits } from '../store.ts';

type Input = { mergeRequestId: number; shas: readonly string[] };

/** Names commits that the target branch has; those that are named already stay. Answers the commits that were asked for. */
export const addContextCommits = defineOperation<Input, MergeRequestAccess, Commit[]>({
  name: 'merge_request.add_context_commits',
  load: (ctx, input) => loadLocked(ctx, input.mergeRequestId),
  check: (ctx, found) => canNameContext(ctx.actor, found),
  run: async (ctx, found, input) => {
    const { row } = found;
    const commits = await findOnTarget(ctx, row, input.shas);
    const known = new Set((await listContextCommits(ctx.db, row.id)).map(({ sha }) => sha));
    const added = commits.filter(({ sha }) => !known.has(sha));
    if (known.size + added.length > CONTEXT_COMMITS_MAX)
      throw new AppError('too_many_context_commits', { limit: CONTEXT_COMMITS_MAX });
    if (added.length === 0) return commits;
    // The target branch may be made again one day.
    await keepAround(
      ctx.repositories.directory(row.target_project_id),
      added.map(({ sha }) => sha),
    );
    const addedById = actorId(ctx.actor) ?? null;
    await insertContextCommits(
      ctx.db,
      added.map(({ sha, committer }) => ({
        merge_request_id: row.id,
        sha,
        committed_at: momentOf(committer),
        added_by_id: addedById,
      })),
    );
    await updateMergeRequestRow(ctx.db, row.id, {});
    await noteContext(ctx, found, added, true);
    return commits;
  },
});

/** Those that are not named, or not any more, are as they should be; what never could be named is refused. */
export const removeContextCommits = defineOperation<Input, MergeRequestAccess, void>({
  name: 'merge_request.remove_context_commits',
  load: (ctx, input) => loadLocked(ctx, input.mergeRequestId),
  check: (ctx, found) => canUpdate(ctx.actor, found),
  run: async (ctx, found, input) => {
    const { row } = found;
    const known = (await listContextCommits(ctx.db, row.id)).map(({ sha }) => sha);
    const named: string[] = [];
    const others: string[] = [];
    for (const wanted of input.shas) {
      const sha = known.find((each) => each.startsWith(wanted));
      if (sha === undefined) others.push(wanted);
      else named.push(sha);
    }
    if (others.length > 0) {
      guard(canReadCode(ctx.actor, found));
      await findOnTarget(ctx, row, others);
    }
    if (named.length === 0) return;
    await deleteContextCommits(ctx.db, row.id, named);
    await updateMergeRequestRow(ctx.db, row.id, {});
    const repo = ctx.repositories.directory(row.target_project_id);
    await noteContext(ctx, found, await findAll(repo, named), false);
  },
});

async function noteContext(
  ctx: Context,
  found: MergeRequestAccess,
  commits: readonly Commit[],
  isAdded: boolean,
): Promise<void> {
  const body = contextText(
    commits.map((commit) => listedCommit(commit)),
    isAdded,
  );
  await addSystemNote(ctx, noteableOf(found), { action: 'commit', body });
}

/** In full, each once; all of them must be on the target branch. */
async function findOnTarget(ctx: Context, row: MergeRequestRow, shas: readonly string[]): Promise<Commit[]> {
  const repo = ctx.repositories.directory(row.target_project_id);
  const commits = await findAll(repo, shas);
  const target = await requireTip(ctx, { projectId: row.target_project_id, branch: row.target_branch }, 'Target');
  await refuseOthers(repo, commits, target);
  return commits;
}

async function findAll(repo: string, shas: readonly string[]): Promise<Commit[]> {
  const found = new Map<string, Commit>();
  for (const wanted of shas) {
    const revision = isObjectId(wanted) ? { commitSha: wanted } : await resolveRevision(repo, wanted);
    // What steps such as `~2` start from may be a commit that only others see.
    const sha = revision && 'startSha' in revision ? undefined : revision?.commitSha;
    const commit = sha === undefined ? undefined : await findCommit(repo, sha);
    if (!commit) throw unknown(wanted);
    found.set(commit.sha, commit);
  }
  return [...found.values()];
}

/** Only what everyone who reads the target branch may see, and nothing that the request itself brings. */
async function refuseOthers(repo: string, commits: readonly Commit[], target: string): Promise<void> {
  const rev = commits.map(({ sha }) => sha);
  const [other] = await listCommitShas(repo, { rev, notRevs: [target], limit: 1 });
  if (other === undefined) return;
  const apart = new Set(await listCommitShas(repo, { rev, notRevs: [target], limit: 10_000 }));
  throw unknown(rev.find((sha) => apart.has(sha)) ?? other);
}

function unknown(sha: string): AppError {
  return new AppError('context_commit_unknown', { sha: sha.slice(0, 12) });
}
