import type { CommitState, ReportStatusInput } from '@tributary/contract/projects/commit-statuses.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { BRANCH_PREFIX, branchRef, isFullRef, readRef, refsContaining, TAG_PREFIX, tagRef } from '@tributary/git';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../access/project-access.ts';
import { loadForWriting } from '../../repository/operations/load-for-writing.ts';
import { repositoryOf } from '../../repository/repository-access.ts';
import { getRevision } from '../../repository/visible-objects.ts';
import { isFinished } from '../rules/combine-states.ts';
import { type CommitStatusRow, insertStatus, lockLatest, retire, updateStatus } from '../store/status-store.ts';

export type StatusReport = Omit<ReportStatusInput, 'pipeline_id'> & { projectId: number; commit: string };

const DEFAULT_NAME = 'default';

/**
 * Stores what another system says of a commit. A report of the same name for the same ref goes on with the one that is there,
 * or begins again once that has ended.
 */
export const reportStatus = defineOperation<StatusReport, ProjectAccess, CommitStatusRow>({
  name: 'commit_status.report',
  load: (ctx, input) => loadForWriting(ctx, input.projectId),
  check: (ctx, access) => can(ctx.actor, 'create_commit_status', featureOf(access, 'repository')),
  run: async (ctx, access, input) => {
    const projectId = access.project.id;
    const { commitSha: sha } = await getRevision(ctx, access, input.commit, 'Commit');
    const { ref, isTag } = await refOf(ctx, access, sha, input.ref);
    const key = { projectId, sha, ref, name: input.name ?? input.context ?? DEFAULT_NAME };
    const present = await lockLatest(ctx.db, key);
    const goesOn = present !== undefined && !isFinished(present.state);
    if (present && !goesOn) await retire(ctx.db, present.id);
    const facts = factsOf(ctx, input, goesOn ? present : undefined);
    const author = { ...key, isTag, authorId: actorId(ctx.actor) ?? null };
    const row = goesOn ? await updateStatus(ctx.db, present.id, facts) : await insertStatus(ctx.db, author, facts);
    await publish(ctx, `project:${projectId}`, 'commit_status_changed', { sha });
    return row;
  },
});

function factsOf(ctx: Context, input: StatusReport, present: CommitStatusRow | undefined) {
  const now = ctx.clock.now();
  const hasStarted = (state: CommitState) => state !== 'pending' && state !== 'skipped';
  return {
    state: input.state,
    description: input.description ?? present?.description ?? null,
    target_url: (input.target_url ?? present?.target_url ?? '') || null,
    coverage: input.coverage ?? present?.coverage ?? null,
    started_at: present?.started_at ?? (hasStarted(input.state) ? now : null),
    finished_at: isFinished(input.state) ? now : null,
  };
}

/** The branch or tag the commit was built for: as told, else a branch that holds it, the default one first. */
async function refOf(
  ctx: Context,
  access: ProjectAccess,
  sha: string,
  told: string | undefined,
): Promise<{ ref: string; isTag: boolean }> {
  const repo = repositoryOf(ctx, access);
  if (told !== undefined) {
    const name = told.replace(/^refs\/(heads|tags)\//, '');
    const isBranch = isFullRef(branchRef(name)) && (await readRef(repo, branchRef(name))) !== undefined;
    const isTag = !isBranch && isFullRef(tagRef(name)) && (await readRef(repo, tagRef(name))) !== undefined;
    // The branch may be gone, or never have been here: of a fork's commit its name is all that is known.
    return { ref: name, isTag };
  }
  const branches = await refsContaining(repo, sha, BRANCH_PREFIX, 1_000);
  const main = access.project.default_branch;
  const branch = main !== null && branches.includes(main) ? main : branches[0];
  if (branch !== undefined) return { ref: branch, isTag: false };
  const [tag] = await refsContaining(repo, sha, TAG_PREFIX, 1);
  if (tag === undefined) throw new AppError('not_found', { resource: 'References for commit' });
  return { ref: tag, isTag: true };
}
