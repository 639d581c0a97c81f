import type { RunnerKind } from '@tributary/contract/ci/runners-page.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { type ProjectRow, todayOf } from '../../../projects/index.ts';
import {
  countRunnerRows,
  listRunnerRows,
  type RunnerFilter,
  runnerScopeOf,
  traversalOf,
} from '../store/runner-store.ts';
import { type RunnerView, viewRunners } from './list-runners.ts';
import { type RunnerRights, runnerRights } from './runner-rights.ts';

const MAX = 100;

export type RunnerListView = {
  kind: 'own' | 'assignable' | RunnerKind;
  views: RunnerView[];
  total: number;
  rights: RunnerRights;
};

async function listOf(
  ctx: Context,
  kind: RunnerListView['kind'],
  filter: Omit<RunnerFilter, 'now'>,
): Promise<RunnerListView> {
  const conditions = { ...filter, now: ctx.clock.now() };
  const [rows, total] = await Promise.all([
    listRunnerRows(ctx.db, conditions, { limit: MAX, offset: 0 }),
    countRunnerRows(ctx.db, conditions),
  ]);
  return { kind, views: await viewRunners(ctx, rows), total, rights: await runnerRights(ctx, rows) };
}

const ofGroups = (groupIds: readonly number[]) => ({ projectIds: [], groupIds, includesInstance: false });

/** The runners of a project, those that can be assigned to it, and those of its groups and of the instance. */
export async function projectRunnerLists(
  ctx: Context,
  project: Pick<ProjectRow, 'id' | 'namespace_id'>,
): Promise<RunnerListView[]> {
  const mine = await runnerScopeOf(ctx.db, actorId(ctx.actor) ?? 0, todayOf(ctx));
  const [own, assignable, group, instance] = await Promise.all([
    listOf(ctx, 'own', {
      kind: 'project',
      usableBy: { projectIds: [project.id], groupIds: [], includesInstance: false },
    }),
    listOf(ctx, 'assignable', {
      kind: 'project',
      isLocked: false,
      notOfProject: project.id,
      usableBy: { projectIds: mine.projectIds, groupIds: [], includesInstance: false },
    }),
    listOf(ctx, 'group', { kind: 'group', usableBy: ofGroups(await traversalOf(ctx.db, project.namespace_id)) }),
    listOf(ctx, 'instance', { kind: 'instance' }),
  ]);
  // Only its owners may let a runner work elsewhere.
  const views = assignable.views.filter(({ runner }) => assignable.rights.canAdmin(runner));
  return [own, { ...assignable, views, total: views.length }, group, instance];
}

/** The runners of a group, those of the groups above it and of the instance. */
export async function groupRunnerLists(ctx: Context, groupId: number): Promise<RunnerListView[]> {
  const above = (await traversalOf(ctx.db, groupId)).filter((id) => id !== groupId);
  return Promise.all([
    listOf(ctx, 'own', { kind: 'group', usableBy: ofGroups([groupId]) }),
    listOf(ctx, 'group', { kind: 'group', usableBy: ofGroups(above) }),
    listOf(ctx, 'instance', { kind: 'instance' }),
  ]);
}
