import type { RawBuilder } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { sql } from '../../platform/db/database.ts';

/** Ids of the groups in which the user is given a role, directly or by an invited group, that holds today. */
function ownGroups(userId: number, today: string, minLevel: number): RawBuilder<unknown> {
  return sql`select m.namespace_id from member_grants m where m.user_id = ${userId} and m.namespace_id is not null
    and m.access_level >= ${minLevel} and (m.expires_at is null or m.expires_at > ${today}::date)`;
}

/** True for rows of projects `p` in which the user has at least this role, directly, by a group above or as owner. */
export function hasProjectRole(userId: number, today: string, minLevel = 10): RawBuilder<boolean> {
  return sql<boolean>`(
    p.id in (select m.project_id from member_grants m where m.user_id = ${userId} and m.project_id is not null
      and m.access_level >= ${minLevel} and (m.expires_at is null or m.expires_at > ${today}::date))
    or p.namespace_id in (select n.id from namespaces n
      where n.traversal_ids && array(${ownGroups(userId, today, minLevel)}) or n.owner_id = ${userId}))`;
}

/** Who looks at a list. `hasRole`: the same as `hasProjectRole`, for statements that ask for roles more than once. */
export type ListViewer = { actor: Actor; today: string; hasRole?: RoleCondition };
export type RoleCondition = (minLevel: 10 | 20) => RawBuilder<boolean>;

/** True for rows of `projects p` in which the user has at least this role. */
export function roleOf(userId: number, { today, hasRole }: ListViewer, minLevel: 10 | 20): RawBuilder<boolean> {
  return hasRole?.(minLevel) ?? hasProjectRole(userId, today, minLevel);
}

/**
 * Roles in `projects p` asked for once, to be joined laterally as `r`: planning a statement that asks for them at each place
 * costs more than all of its work.
 */
export function rolesInProject(userId: number, today: string): { roles: RawBuilder<unknown>; hasRole: RoleCondition } {
  // Without the offset they are put back where they are used.
  const roles = sql`(select ${hasProjectRole(userId, today)} as is_member,
    ${hasProjectRole(userId, today, 20)} as is_reporter offset 0)`;
  return { roles, hasRole: (minLevel) => sql<boolean>`${sql.ref(minLevel === 10 ? 'r.is_member' : 'r.is_reporter')}` };
}

/** True for rows of `users` who take part in no project: none of their own, none by a role. */
export function takesPartInNoProject(today: string): RawBuilder<boolean> {
  const holds = sql`m.user_id = users.id and (m.expires_at is null or m.expires_at > ${today}::date)`;
  return sql<boolean>`(
    not exists (select 1 from namespaces n join projects p on p.namespace_id = n.id where n.owner_id = users.id)
    and not exists (select 1 from member_grants m where ${holds} and m.project_id is not null)
    and not exists (select 1 from member_grants m join namespaces n on n.traversal_ids @> array[m.namespace_id]
      join projects p on p.namespace_id = n.id where ${holds} and m.namespace_id is not null))`;
}

/** True for rows of namespaces `n` in which the user has at least this role. */
export function hasNamespaceRole(userId: number, today: string, minLevel = 10): RawBuilder<boolean> {
  return sql<boolean>`(n.traversal_ids && array(${ownGroups(userId, today, minLevel)}) or n.owner_id = ${userId})`;
}

/**
 * The rule of policy.ts#isVisible as a condition on rows of `projects p`, so that lists, counts and searches never
 * hold what the actor may not see. Projects that wait to be removed are in no list.
 */
export function projectIsVisible(actor: Actor, today: string, hasRole?: RoleCondition): RawBuilder<boolean> {
  if (actor.kind === 'system' || (actor.kind === 'user' && actor.isAdmin))
    return sql<boolean>`p.deleting_since is null`;
  if (actor.kind === 'anonymous') return sql<boolean>`(p.deleting_since is null and p.visibility = 'public')`;
  const open = actor.isExternal ? sql`('public')` : sql`('public', 'internal')`;
  const viewer: ListViewer = { actor, today, ...(hasRole && { hasRole }) };
  return sql<boolean>`(p.deleting_since is null and (p.visibility in ${open} or ${roleOf(actor.id, viewer, 10)}))`;
}

/**
 * The rule of reading what belongs to a feature of the project, for rows of `projects p` that the actor may see: the feature
 * is on for them, and in private projects they have at least this role.
 */
export function featureIsReadable(
  viewer: ListViewer,
  feature: 'issues' | 'merge_requests' | 'repository',
  minPrivateLevel: 10 | 20,
): RawBuilder<boolean> {
  const { actor } = viewer;
  const level = sql.ref(`p.${feature}_access_level`);
  if (actor.kind === 'system' || (actor.kind === 'user' && actor.isAdmin)) return sql<boolean>`${level} <> 'disabled'`;
  if (actor.kind === 'anonymous') return sql<boolean>`${level} = 'enabled'`;
  const isOn = sql<boolean>`(${level} = 'enabled' or (${level} = 'private' and ${roleOf(actor.id, viewer, 10)}))`;
  // Who sees a private project is at least a guest.
  if (minPrivateLevel === 10) return isOn;
  return sql<boolean>`((p.visibility <> 'private' or ${roleOf(actor.id, viewer, minPrivateLevel)}) and ${isOn})`;
}

/** As projectIsVisible, for what lives in groups and personal namespaces `n`: who belongs only to something below is not told. */
export function isVisibleWithin(actor: Actor, today: string): RawBuilder<boolean> {
  if (actor.kind === 'system' || (actor.kind === 'user' && actor.isAdmin))
    return sql<boolean>`n.deleting_since is null`;
  if (actor.kind === 'anonymous') return sql<boolean>`(n.deleting_since is null and n.visibility = 'public')`;
  const open = actor.isExternal ? sql`('public')` : sql`('public', 'internal')`;
  return sql<boolean>`(n.deleting_since is null and (n.visibility in ${open} or ${hasNamespaceRole(actor.id, today)}))`;
}

/** The namespaces `n` themselves: belonging to anything below is enough. */
export function namespaceIsVisible(actor: Actor, today: string): RawBuilder<boolean> {
  const within = isVisibleWithin(actor, today);
  if (actor.kind !== 'user' || actor.isAdmin) return within;
  return sql<boolean>`(${within} or (n.deleting_since is null and exists (
    select 1 from member_grants m left join projects mp on mp.id = m.project_id
      join namespaces mn on mn.id = coalesce(m.namespace_id, mp.namespace_id)
      where m.user_id = ${actor.id} and n.id = any(mn.traversal_ids)
        and (m.expires_at is null or m.expires_at > ${today}::date))))`;
}
