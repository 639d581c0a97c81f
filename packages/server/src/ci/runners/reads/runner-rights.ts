import type { Context } from '../../../platform/context.ts';
import { INSTANCE, isAllowed } from '../../../platform/policy/policy.ts';
import { accessesOf, getNamespaceAccess, projectRowsByIds } from '../../../projects/index.ts';
import { ownersOfRunners, type RunnerRow } from '../store/runner-store.ts';

export type RunnerRights = {
  canAdmin: (runner: RunnerRow) => boolean;
  ownerOf: (runner: RunnerRow) => number | undefined;
};

/** What the actor may do with the runners of a list: the rule of `getOwnedRunner` for many at once. */
export async function runnerRights(ctx: Context, runners: readonly RunnerRow[]): Promise<RunnerRights> {
  const owners = await ownersOfRunners(
    ctx.db,
    runners.filter(({ kind }) => kind === 'project').map(({ id }) => id),
  );
  const projects = await accessesOf(ctx, await projectRowsByIds(ctx.db, [...new Set(owners.values())]));
  const groups = new Map<number, number>();
  for (const id of new Set(runners.flatMap((runner) => runner.namespace_id ?? []))) {
    groups.set(
      id,
      await getNamespaceAccess(ctx, id).then(
        ({ level }) => level ?? 0,
        () => 0,
      ),
    );
  }
  const isAdmin = isAllowed(ctx.actor, 'admin_instance_runners', INSTANCE);
  const levelOf = (runner: RunnerRow): number => {
    if (runner.kind === 'group') return groups.get(runner.namespace_id ?? 0) ?? 0;
    return projects.get(owners.get(runner.id) ?? 0)?.level ?? 0;
  };
  return {
    ownerOf: (runner) => owners.get(runner.id),
    canAdmin: (runner) =>
      isAdmin || (runner.kind !== 'instance' && levelOf(runner) >= (runner.kind === 'group' ? 50 : 40)),
  };
}
