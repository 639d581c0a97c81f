import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { INSTANCE, type PolicySubject } from '../../platform/policy/policy.ts';
import { accessesOf, getNamespaceAccess, projectRowsByIds } from '../../projects/index.ts';
import { findRunner, listRunnerProjects, type RunnerRow } from './store/runner-store.ts';

export const RUNNER = 'Runner';
/** A role that sees a runner and does not change it. */
const SEES = 30;

/** A runner as one actor meets it. */
export type RunnerAccess = { runner: RunnerRow; policy: PolicySubject };

/**
 * Throws not_found for a runner that is not there or not to be seen. The runner of a group belongs to its owners, that of
 * projects to those who maintain one of them.
 */
export async function getRunnerAccess(ctx: Context, id: number): Promise<RunnerAccess> {
  const { runner, levels } = await findLevels(ctx, id);
  return { runner, policy: policyOf(runner, Math.max(0, ...levels)) };
}

/**
 * The same for changing the runner: it belongs to its first project alone. Those who maintain another one that it works for
 * see it, no more.
 */
export async function getOwnedRunner(ctx: Context, id: number): Promise<RunnerAccess> {
  const { runner, levels } = await findLevels(ctx, id);
  const [own = 0, ...others] = levels;
  return { runner, policy: policyOf(runner, own > 0 ? own : Math.min(SEES, Math.max(0, ...others))) };
}

/** The actor's levels where the runner works, 0 where they have no part in it; of its owner first. */
async function findLevels(ctx: Context, id: number): Promise<{ runner: RunnerRow; levels: number[] }> {
  if (ctx.actor.kind === 'anonymous') throw new AppError('unauthenticated');
  const runner = await findRunner(ctx.db, id);
  if (!runner) throw new AppError('not_found', { resource: RUNNER });
  return { runner, levels: await levelsOf(ctx, runner) };
}

const policyOf = ({ kind }: RunnerRow, level: number): PolicySubject =>
  kind === 'instance' ? { ...INSTANCE, resource: RUNNER } : { resource: RUNNER, visibility: 'private', level };

async function levelsOf(ctx: Context, runner: RunnerRow): Promise<number[]> {
  if (runner.kind === 'instance') return [];
  if (runner.kind === 'group') {
    const access = await getNamespaceAccess(ctx, runner.namespace_id ?? 0).catch(hidden);
    // Whoever does not own the group has no part in its runners.
    return [(access?.level ?? 0) >= 50 ? 50 : 0];
  }
  const ids = await listRunnerProjects(ctx.db, runner.id);
  const accesses = await accessesOf(ctx, await projectRowsByIds(ctx.db, ids));
  return ids.map((projectId) => {
    const level = accesses.get(projectId)?.level ?? 0;
    return level >= 40 ? level : 0;
  });
}

function hidden(error: unknown): undefined {
  if (error instanceof AppError && error.kind === 'not_found') return;
  throw error;
}
