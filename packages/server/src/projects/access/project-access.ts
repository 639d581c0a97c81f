import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type Actor, actorId, jobProject, type UserActor } from '../../platform/actor.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Context } from '../../platform/context.ts';
import { ACCESS, projectCacheVersion } from '../../platform/cache/cache-versions.ts';
import { readCached } from '../../platform/cache/request-cache.ts';
import { projectsAllowing, projectsOfDeployKey, projectsWithin } from './token-limits-store.ts';
import { userLevels } from './user-levels-store.ts';
import { isVisible, type PolicySubject } from '../../platform/policy/policy.ts';
import {
  belongsBelow,
  findNamespaceRow,
  findNamespaceRowByPath,
  findProjectRow,
  findRedirect,
  isNumericId,
  namespaceLevel,
  namespaceLevels,
  type NamespaceRow,
  projectLevel,
  projectLevels,
  type ProjectRow,
} from './store.ts';

/** A project as one actor meets it: the row, their role, and what the policy needs. */
export type ProjectAccess = { project: ProjectRow; level: number; policy: PolicySubject };
export type NamespaceAccess = { namespace: NamespaceRow; level: number; policy: PolicySubject };

type Feature = 'repository' | 'merge_requests' | 'issues' | 'forking';

/** The day as memberships count it. */
export function todayOf(ctx: Pick<Context, 'clock'>): string {
  return dayOf(ctx.clock.now());
}

/** What waits to be removed is gone for everyone: nobody can stop the removal. */
function isHiddenByRemoval(row: { deleting_since: Date | null }, actor: Actor): boolean {
  return row.deleting_since !== null && actor.kind !== 'system';
}

/** A job token that the project does not allow, or a deploy token or key of another project, sees it as a user without a role does. */
function projectAccess(ctx: Context, row: ProjectRow, own: number, limits = UNLIMITED): ProjectAccess | undefined {
  const isOutside = limits.outside.has(row.id);
  const level = isOutside ? 0 : (limits.level ?? own);
  const policy: PolicySubject = {
    resource: 'Project',
    visibility: row.visibility,
    level,
    ...(isOutside && { isOutside }),
    isArchived: row.is_read_only || row.deleting_since !== null,
  };
  if (!isVisible(ctx.actor, policy) || isHiddenByRemoval(row, ctx.actor)) return undefined;
  return { project: row, level, policy };
}

type Limits = { outside: ReadonlySet<number>; level?: number };
const UNLIMITED: Limits = { outside: new Set() };
const REPORTER = 20;

/** How the credential in use limits the actor to some of these projects. */
async function limitsOf(ctx: Context, rows: readonly ProjectRow[]): Promise<Limits> {
  if (ctx.actor.kind !== 'user') return UNLIMITED;
  const { credential } = ctx.actor;
  const ids = rows.map(({ id }) => id);
  if (credential.kind === 'deploy_token') {
    const opened = await projectsWithin(ctx.db, credential, ids);
    return { outside: new Set(ids.filter((id) => !opened.has(id))), level: REPORTER };
  }
  if (credential.kind === 'deploy_key') {
    const opened = await projectsOfDeployKey(ctx.db, credential, ids);
    const outside = new Set(ids.filter((id) => !opened.has(id)));
    return credential.canPush ? { outside } : { outside, level: REPORTER };
  }
  const source = jobProject(ctx.actor);
  if (source === undefined) return UNLIMITED;
  const limited = rows.filter((row) => row.id !== source && row.ci_inbound_job_token_scope_enabled).map(({ id }) => id);
  const allowed = await projectsAllowing(ctx.db, source, limited);
  return { outside: new Set(limited.filter((id) => !allowed.has(id))) };
}

async function findAccess(ctx: Context, idOrPath: string): Promise<ProjectAccess | undefined> {
  const id = actorId(ctx.actor);
  const today = todayOf(ctx);
  const found = await readCached(ctx, {
    key: `project:${idOrPath.toLowerCase()}:${id ?? ''}:${today}`,
    marks: ({ row }) => [ACCESS, projectCacheVersion(row.id)],
    load: async () => {
      const row = await findProjectRow(ctx.db, idOrPath);
      return row && { row, level: id === undefined ? 0 : await projectLevel(ctx.db, id, row.id, today) };
    },
    sizeBytes: ({ row }) => row.description.length + 1_000,
  });
  if (!found) return undefined;
  return projectAccess(ctx, found.row, found.level, await limitsOf(ctx, [found.row]));
}

/**
 * The project with this id or full path. Throws not_found when there is none or the actor may not see it, and `moved`
 * (with `from`, `to`, `id`) when it has another address now; endpoints turn that into a redirect.
 */
export async function getProjectAccess(ctx: Context, idOrPath: string | number): Promise<ProjectAccess> {
  const text = String(idOrPath);
  const access = await findAccess(ctx, text);
  if (access) return access;
  if (!isNumericId(text)) await throwIfMoved(ctx, text, 'project');
  throw new AppError('not_found', { resource: 'Project' });
}

/** The projects of this list that the actor may see, by id: one query for their roles. */
export async function accessesOf(ctx: Context, rows: readonly ProjectRow[]): Promise<Map<number, ProjectAccess>> {
  const id = actorId(ctx.actor);
  const ids = rows.map((row) => row.id);
  const levels = id === undefined ? new Map<number, number>() : await projectLevels(ctx.db, id, ids, todayOf(ctx));
  const limits = await limitsOf(ctx, rows);
  const found = new Map<number, ProjectAccess>();
  for (const row of rows) {
    const access = projectAccess(ctx, row, levels.get(row.id) ?? 0, limits);
    if (access) found.set(row.id, access);
  }
  return found;
}

/** The project as each of these users meets it: one query for their roles. Those who may not see it are missing. */
export async function accessesOfUsers(
  ctx: Context,
  row: ProjectRow,
  people: readonly UserActor[],
): Promise<Map<number, ProjectAccess>> {
  const ids = people.map((actor) => actor.id);
  const levels = await userLevels(ctx.db, row.id, ids, todayOf(ctx));
  return new Map(
    people.flatMap((actor) => {
      const access = projectAccess({ ...ctx, actor }, row, levels.get(actor.id) ?? 0);
      return access ? [[actor.id, access] as const] : [];
    }),
  );
}

/** The same subject narrowed to one feature of the project, which may be switched off or for members only. */
export function featureOf(access: ProjectAccess, feature: Feature): PolicySubject {
  return { ...access.policy, feature: access.project[`${feature}_access_level`] };
}

type FoundNamespace = { row: NamespaceRow; level: number };

/** `name` tells what was asked for: an id, a path, or either. */
async function findNamespace(
  ctx: Context,
  name: string,
  find: () => Promise<NamespaceRow | undefined>,
): Promise<FoundNamespace | undefined> {
  const id = actorId(ctx.actor);
  const today = todayOf(ctx);
  return readCached(ctx, {
    key: `namespace:${name.toLowerCase()}:${id ?? ''}:${today}`,
    marks: () => [ACCESS],
    load: async () => {
      const row = await find();
      return row && { row, level: id === undefined ? 0 : await namespaceLevel(ctx.db, id, row.id, today) };
    },
    sizeBytes: ({ row }) => row.description.length + 1_000,
  });
}

async function namespaceAccess(ctx: Context, { row, level }: FoundNamespace): Promise<NamespaceAccess | undefined> {
  const id = actorId(ctx.actor);
  const isArchived = row.is_read_only || row.deleting_since !== null;
  const policy: PolicySubject = { resource: 'Group', visibility: row.visibility, level, isArchived };
  if (isHiddenByRemoval(row, ctx.actor)) return undefined;
  if (isVisible(ctx.actor, policy)) return { namespace: row, level, policy };
  // Projects come to lie below without a move of the mark.
  const isBelow = id !== undefined && (await belongsBelow(ctx.db, id, row.id, todayOf(ctx)));
  return isBelow ? { namespace: row, level, policy: { ...policy, visibility: 'public' } } : undefined;
}

/** The group or personal namespace with this id or full path; not_found or `moved` as for projects. */
export async function getNamespaceAccess(ctx: Context, idOrPath: string | number): Promise<NamespaceAccess> {
  const text = String(idOrPath);
  const found = await findNamespace(ctx, text, () => findNamespaceRow(ctx.db, text));
  return accessTo(ctx, found, isNumericId(text) ? undefined : text);
}

/** As getNamespaceAccess, for addresses, where a name of digits alone is a name. */
export async function getNamespaceAccessByPath(ctx: Context, fullPath: string): Promise<NamespaceAccess> {
  const found = await findNamespace(ctx, `/${fullPath}`, () => findNamespaceRowByPath(ctx.db, fullPath));
  return accessTo(ctx, found, fullPath);
}

async function accessTo(
  ctx: Context,
  found: FoundNamespace | undefined,
  path: string | undefined,
): Promise<NamespaceAccess> {
  const access = found && (await namespaceAccess(ctx, found));
  if (access) return access;
  if (!found && path !== undefined) await throwIfMoved(ctx, path, 'namespace');
  throw new AppError('not_found', { resource: 'Group' });
}

/** Roles of the actor in these namespaces; those without are missing. */
export async function namespaceLevelsOf(ctx: Context, ids: number[]): Promise<Map<number, number>> {
  const id = actorId(ctx.actor);
  return id === undefined ? new Map() : namespaceLevels(ctx.db, id, ids, todayOf(ctx));
}

/** Role of someone else in a project, e.g. to ask whether they may be assigned. Blocked users keep theirs. */
export function levelInProject(ctx: Context, userId: number, projectId: number): Promise<number> {
  return projectLevel(ctx.db, userId, projectId, todayOf(ctx));
}

/** An old address is told only to those who may see where it leads. */
async function throwIfMoved(ctx: Context, path: string, kind: 'project' | 'namespace'): Promise<void> {
  const redirect = await findRedirect(ctx.db, path);
  const id = kind === 'project' ? redirect?.projectId : redirect?.namespaceId;
  if (id === null || id === undefined) return;
  const to = kind === 'project' ? await projectPath(ctx, id) : await namespacePath(ctx, id);
  if (to !== undefined) throw new AppError('moved', { from: path, to, id });
}

async function projectPath(ctx: Context, id: number): Promise<string | undefined> {
  return (await findAccess(ctx, String(id)))?.project.full_path;
}

async function namespacePath(ctx: Context, id: number): Promise<string | undefined> {
  const found = await findNamespace(ctx, String(id), () => findNamespaceRow(ctx.db, String(id)));
  return found && (await namespaceAccess(ctx, found))?.namespace.full_path;
}
