import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { INSTANCE, type PolicySubject } from '../../platform/policy/policy.ts';
import { accessesOf, getNamespaceAccess, projectRowsByIds } from '../../projects/index.ts';
import { findRunner, listRunnerProjects, type RunnerRow } from './store/runner-store.ts';

export const RUNNER = 'Runner';

/** A runner as one actor meets it. */
export type RunnerAccess = { runner: RunnerRow; policy: PolicySubject };

/**
 * Throws not_found for a runner that is not there or not to be seen. The runner of a group belongs to its owners, that of
 * projects to those who maintain one of them.
 */
export async function getRunnerAccess(ctx: Context, id: number): Promise<RunnerAccess> {
  if (ctx.actor.kind === 'anonymous') throw new AppError('unauthenticated');
  const runner = await findRunner(ctx.db, id);
  if (!runner) throw new AppError('not_found', { resource: RUNNER });
  return { runner, policy: { resource: RUNNER, ...(await policyOf(ctx, runner)) } };
}

async function policyOf(ctx: Context, runner: RunnerRow): Promise<Pick<PolicySubject, 'visibility' | 'level'>> {
  if (runner.kind === 'instance') return INSTANCE;
  if (runner.kind === 'group') {
    const access = await getNamespaceAccess(ctx, runner.namespace_id ?? 0).catch(hidden);
    // Whoever does not own the group has no part in its runners.
    return { visibility: 'private', level: (access?.level ?? 0) >= 50 ? 50 : 0 };
  }
  const ids = await listRunnerProjects(ctx.db, runner.id);
  const accesses = await accessesOf(ctx, await projectRowsByIds(ctx.db, ids));
  const level = Math.max(0, ...[...accesses.values()].map((access) => access.level));
  return { visibility: 'private', level: level >= 40 ? level : 0 };
}

function hidden(error: unknown): undefined {
  if (error instanceof AppError && error.kind === 'not_found') return;
  throw error;
}
