import { matchRefName } from './match-ref-name.ts';

/** One who may: everyone from a level up, or one user, or the members of one group. Exactly one is set. */
export type AccessEntry = { id: number; level: number | null; userId: number | null; groupId: number | null };

/** Where a rule is kept: in a project, or in a group for all its projects. */
export type RuleOwner = { kind: 'project' | 'group'; id: number };

export type ProtectionRule = {
  id: number;
  owner: RuleOwner;
  name: string;
  allowForcePush: boolean;
  needsCodeOwners: boolean;
  push: AccessEntry[];
  merge: AccessEntry[];
};

export type TagRule = { id: number; projectId: number; name: string; create: AccessEntry[] };

/** Who asks, as a rule sees them. An administrator counts as owner, but a level of 0 ("no one") holds for them too. */
export type RuleActor = { userId: number | undefined; level: number; isAdmin: boolean; groupIds: ReadonlySet<number> };

/** The rules whose name, or pattern, a branch or tag fits. */
export function rulesFor<R extends { name: string }>(rules: readonly R[], name: string): R[] {
  return rules.filter((rule) => matchRefName(rule.name, name));
}

function entryAllows(entry: AccessEntry, actor: RuleActor): boolean {
  if (entry.userId !== null) return entry.userId === actor.userId;
  if (entry.groupId !== null) return actor.groupIds.has(entry.groupId);
  if (entry.level === null || entry.level === 0) return false;
  if (entry.level === 60) return actor.isAdmin;
  return actor.isAdmin || actor.level >= entry.level;
}

/** Where several rules fit one branch, the most permissive counts. */
export function mayPush(matching: readonly ProtectionRule[], actor: RuleActor): boolean {
  return matching.some((rule) => rule.push.some((entry) => entryAllows(entry, actor)));
}

/** Whoever may push may also merge. */
export function mayMerge(matching: readonly ProtectionRule[], actor: RuleActor): boolean {
  return mayPush(matching, actor) || matching.some((rule) => rule.merge.some((entry) => entryAllows(entry, actor)));
}

/** Rules of groups decide for those of the project. */
export function mayForcePush(matching: readonly ProtectionRule[], actor: RuleActor): boolean {
  const inherited = matching.filter((rule) => rule.owner.kind === 'group');
  if (inherited.length > 0) return inherited.some((rule) => rule.allowForcePush) && mayPush(matching, actor);
  return matching.some((rule) => rule.allowForcePush && rule.push.some((entry) => entryAllows(entry, actor)));
}

export function mayCreateTag(matching: readonly TagRule[], actor: RuleActor): boolean {
  return matching.some((rule) => rule.create.some((entry) => entryAllows(entry, actor)));
}
