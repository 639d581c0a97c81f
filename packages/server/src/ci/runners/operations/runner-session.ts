import type { RunnerFields, RunnerInfo } from '@tributary/contract/ci/runners.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../../platform/audit.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { deleteManager, upsertManager } from '../store/manager-store.ts';
import { findRegistrationOwner } from '../store/registration-store.ts';
import {
  deleteRunner,
  findRunnerByToken,
  type RunnerManagerRow,
  type RunnerRow,
  touchRunner,
} from '../store/runner-store.ts';
import { announceChange, replaceToken } from './change-runner.ts';
import { addRunner, type NewRunner } from './create-runner.ts';

/** System id of runners that are too old to have one. */
const NO_SYSTEM = '<legacy>';

/** The runner whose token this is. Runners act for no user: their token is their only right. */
export async function authenticateRunner(ctx: Context, token: string): Promise<RunnerRow> {
  const runner = await findRunnerByToken(ctx.db, ctx.secrets.digest(token));
  if (!runner) throw new AppError('runner_token_invalid');
  return runner;
}

/** Notes that the runner was heard of, and by which machine. */
export async function recordContact(
  ctx: Context,
  runner: RunnerRow,
  { systemId = NO_SYSTEM, info = {} }: { systemId?: string | undefined; info?: RunnerInfo | undefined },
): Promise<RunnerManagerRow> {
  const now = ctx.clock.now();
  await touchRunner(ctx.db, runner.id, now);
  const { version, revision, platform, architecture, executor } = info;
  const facts = Object.fromEntries(
    Object.entries({ version, revision, platform, architecture, executor }).map(([key, text]) => [key, text ?? null]),
  );
  return upsertManager(ctx.db, { runnerId: runner.id, systemId }, { ...facts, ip_address: ctx.ip ?? null }, now);
}

/** The older way to add a runner: with a token of the instance, a group or a project. */
export function registerRunner(ctx: Context, token: string, fields: RunnerFields): Promise<NewRunner> {
  return transact(ctx, async (inner) => {
    const owner = await findRegistrationOwner(inner.db, inner.secrets.digest(token));
    if (!owner) throw new AppError('registration_token_invalid');
    return addRunner(inner, owner, 'registration_token', fields);
  });
}

export function unregisterRunner(ctx: Context, token: string): Promise<void> {
  return transact(ctx, async (inner) => {
    const runner = await authenticateRunner(inner, token);
    await deleteRunner(inner.db, runner.id);
    await audit(inner, 'runner.deleted', { type: 'runner', id: runner.id }, { kind: runner.kind, by: 'runner' });
    await announceChange(inner, runner);
  });
}

export async function unregisterManager(ctx: Context, token: string, systemId: string): Promise<void> {
  const runner = await authenticateRunner(ctx, token);
  if (!(await deleteManager(ctx.db, runner.id, systemId)))
    throw new AppError('not_found', { resource: 'Runner manager' });
}

export function resetOwnToken(ctx: Context, token: string): Promise<string> {
  return transact(ctx, async (inner) => replaceToken(inner, await authenticateRunner(inner, token)));
}
