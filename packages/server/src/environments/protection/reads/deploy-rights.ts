import { refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type { Tier } from '@tributary/contract/environments/status.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { type ProjectAccess, todayOf } from '../../../projects/index.ts';
import {
  type DeployActor,
  type EnvironmentProtection,
  mayDeploy,
  type ProtectedSubject,
  protectedSubject,
  protectionsFor,
} from '../rules/protection.ts';
import { groupLevels, groupMemberships, protectionsOfProject } from '../store/protection-store.ts';

/** The actor as each of these protections sees them. */
export async function deployActors(
  ctx: Context,
  access: ProjectAccess,
  protections: readonly EnvironmentProtection[],
): Promise<(protection: EnvironmentProtection) => DeployActor> {
  const userId = actorId(ctx.actor) ?? 0;
  const today = todayOf(ctx);
  const named = protections.flatMap(({ deploy, approval }) =>
    [...deploy, ...approval].flatMap((entry) => entry.groupId ?? []),
  );
  const [memberships, levels] = await Promise.all([
    groupMemberships(ctx.db, userId, named, today),
    groupLevels(
      ctx.db,
      userId,
      protections.flatMap(({ namespaceId }) => namespaceId ?? []),
      today,
    ),
  ]);
  const shared = {
    userId,
    isAdmin: ctx.actor.kind === 'user' && ctx.actor.isAdmin,
    directGroups: new Set(memberships.flatMap(({ id, isDirect }) => (isDirect ? [id] : []))),
    allGroups: new Set(memberships.map(({ id }) => id)),
  };
  return ({ namespaceId }) => ({
    ...shared,
    level: namespaceId === null ? access.level : (levels.get(namespaceId) ?? 0),
  });
}

/** The protections of a project as one actor meets them; load once, ask for many environments. */
export type DeployRights = {
  /** Why the actor may not deploy to this environment, or null. */
  refusal(subject: ProtectedSubject): Refusal | null;
  protections(subject: ProtectedSubject): EnvironmentProtection[];
  actor(protection: EnvironmentProtection): DeployActor;
};

/**
 * Why the actor may not deploy to an environment, or null. Who may not deploy to it neither makes it nor changes it. `wanted`: the
 * tier that it would get.
 */
export async function deployRefusal(
  ctx: Context,
  access: ProjectAccess,
  { name, tier }: { name: string; tier?: Tier | undefined },
  wanted?: Tier,
): Promise<Refusal | null> {
  const subject = protectedSubject(name, { stored: tier, configured: wanted });
  return (await loadDeployRights(ctx, access)).refusal(subject);
}

export const environmentSubject = ({ name, tier }: { name: string; tier: Tier }): ProtectedSubject =>
  protectedSubject(name, { stored: tier, configured: undefined });

/** What the gate of its job asks about: the tier that the job names counts too. */
export const deploymentSubject = (
  { name, tier }: { name: string; tier: Tier },
  { deployment_tier: configured }: { deployment_tier: Tier | null },
): ProtectedSubject => protectedSubject(name, { stored: tier, configured });

export async function loadDeployRights(ctx: Context, access: ProjectAccess): Promise<DeployRights> {
  const all = await protectionsOfProject(ctx.db, access.project.id);
  const actor = await deployActors(ctx, access, all);
  return {
    actor,
    protections: (subject) => protectionsFor(all, subject),
    refusal(subject) {
      if (ctx.actor.kind === 'system') return null;
      const refusing = protectionsFor(all, subject).find((protection) => !mayDeploy(protection, actor(protection)));
      return refusing ? refuse('environment_protected', { name: subject.name }) : null;
    },
  };
}
