import type { Tier } from '@tributary/contract/environments/status.ts';
import type { AccessEntry } from '../../../repositories/index.ts';
import { tierOfName } from '../../rules/environment-names.ts';

/** Those that a rule names: everyone from a level up, a user, or the members of a group. */
export type DeployAccess = AccessEntry & { inheritance: number };
export type ApprovalRule = DeployAccess & { required: number };

/** Of a project the name is that of an environment, of a group a tier. */
export type EnvironmentProtection = {
  id: number;
  projectId: number | null;
  namespaceId: number | null;
  name: string;
  requiredApprovals: number;
  deploy: DeployAccess[];
  approval: ApprovalRule[];
};

/** An environment as protections see it; it may not exist yet. */
export type ProtectedSubject = { name: string; tiers: readonly Tier[] };

/**
 * Nothing leaves a protected tier by naming another one: the tier of its name counts, the one that the environment has, and the
 * one that it would get.
 */
export function protectedSubject(
  name: string,
  { stored, configured }: { stored: Tier | undefined; configured: Tier | null | undefined },
): ProtectedSubject {
  return { name, tiers: [...new Set([tierOfName(name), stored, configured])].filter((tier) => tier != null) };
}

/** The protections of an environment. All of them count. */
export function protectionsFor(
  protections: readonly EnvironmentProtection[],
  { name, tiers }: ProtectedSubject,
): EnvironmentProtection[] {
  return protections.filter((protection) =>
    protection.namespaceId === null ? protection.name === name : tiers.some((tier) => tier === protection.name),
  );
}

/** A user as the rules of one protection see them. The level is that in its project or group. */
export type DeployActor = {
  userId: number;
  level: number;
  isAdmin: boolean;
  directGroups: ReadonlySet<number>;
  allGroups: ReadonlySet<number>;
};

export function accessAllows(entry: DeployAccess, actor: DeployActor): boolean {
  if (entry.userId !== null) return entry.userId === actor.userId;
  if (entry.groupId !== null) {
    return (entry.inheritance === 1 ? actor.allGroups : actor.directGroups).has(entry.groupId);
  }
  if (entry.level === null || entry.level === 0) return false;
  return actor.isAdmin || (entry.level < 60 && actor.level >= entry.level);
}

export const mayDeploy = (protection: EnvironmentProtection, actor: DeployActor): boolean =>
  protection.deploy.some((entry) => accessAllows(entry, actor));
