import type { Extensions } from '../../../platform/extensions.ts';
import {
  branchRef,
  forkRepository,
  getDefaultBranch,
  isEmptyRepository,
  isGitError,
  readRef,
  repositoryExists,
  repositorySize,
  setDefaultBranch,
} from '@tributary/git';
import { type Context, transact } from '../../../platform/context.ts';
import { emit, publish } from '../../../platform/events.ts';
import { failpoint } from '../../../platform/failpoints.ts';
import { addJob, defineJob, registerJob, scheduleJob } from '../../../platform/jobs.ts';
import { lockProject, projectById, type ProjectRow } from '../../../projects/index.ts';
import { protectDefaultBranch } from '../../protection/branch-rights.ts';
import { failFork, finishFork, stuckForks } from '../fork-store.ts';
import { mayStillRead } from '../source-rights.ts';
import type {} from '../../events.ts';

/**
 * Brings the repository of a fork whose row says `forking`. The row is held while it is written, so two runs follow each
 * other; a finished directory of a killed run is taken as it is, since it appears in one rename.
 */
export const forkRepositoryJob = defineJob<{ projectId: number }>({
  name: 'fork-repository',
  run: (ctx, { projectId }) => bringRepository(ctx, projectId),
});

async function bringRepository(ctx: Context, projectId: number): Promise<void> {
  await transact(ctx, async (inner) => {
    const project = await lockProject(inner.db, projectId);
    if (!project || project.repository_state !== 'forking' || project.deleting_since !== null) return;
    const source = project.forked_from_id === null ? undefined : await projectById(inner.db, project.forked_from_id);
    if (!source || source.repository_state !== 'ready' || !(await mayStillRead(inner, project, source))) {
      await failFork(inner.db, projectId);
      await publish(inner, `project:${projectId}`, 'repository_failed', { projectId });
      return;
    }
    const target = inner.repositories.directory(projectId);
    await copy(inner.repositories.directory(source.id), target, project.fork_branch);
    failpoint('fork.repository_copied');
    await finish(inner, project, source, target);
  });
}

async function copy(source: string, target: string, branch: string | null): Promise<void> {
  if (await repositoryExists(target)) return;
  try {
    await forkRepository(source, target, branch);
  } catch (error) {
    if (!isGitError(error, 'conflict')) throw error;
  }
}

async function finish(ctx: Context, project: ProjectRow, source: ProjectRow, target: string): Promise<void> {
  const head = project.fork_branch ?? source.default_branch ?? (await getDefaultBranch(target));
  if (head !== (await getDefaultBranch(target))) await setDefaultBranch(target, head);
  await finishFork(ctx.db, {
    projectId: project.id,
    defaultBranch: head,
    isEmpty: await isEmptyRepository(target),
    sizeBytes: await repositorySize(target),
  });
  if ((await readRef(target, branchRef(head))) !== undefined) await protectDefaultBranch(ctx, project.id, head);
  await emit(ctx, 'project.forked', { projectId: project.id, sourceId: source.id, actorId: project.creator_id });
  await publish(ctx, `project:${project.id}`, 'repository_ready', { projectId: project.id });
}

const PATIENCE_MS = 10 * 60_000;

/** Starts again forks whose job was given up. */
export const recoverForksJob = defineJob<Record<string, never>>({
  name: 'recover-forks',
  run: async (ctx) => {
    for (const projectId of await stuckForks(ctx.db, new Date(ctx.clock.now().getTime() - PATIENCE_MS))) {
      await addJob(ctx, forkRepositoryJob, { projectId }, { key: `fork-repository:${projectId}` });
    }
  },
});

export const forksForkRepository: Extensions = [
  registerJob(forkRepositoryJob),
  registerJob(recoverForksJob),
  scheduleJob('*/10 * * * *', recoverForksJob),
];
