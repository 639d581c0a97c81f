import { AppError } from '@tributary/contract/errors/app-error.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { actorId, type UserActor } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { can, type PolicySubject } from '../platform/policy/policy.ts';
import { noteableCacheVersion } from '../platform/cache/cache-versions.ts';
import { readCached } from '../platform/cache/request-cache.ts';
import { accessesOf, featureOf, getProjectAccess, type ProjectAccess, projectRowsByIds } from '../projects/index.ts';
import { assigneesOf } from './reads/cached-parts.ts';
import {
  findMergeRequest,
  findMergeRequestById,
  listMergeRequestsByIds,
  type MergeRequestRow,
} from './store/merge-requests.ts';
import { listAssignees } from './store/assignees-and-reviewers.ts';

/** A merge request as one actor meets it, through the project it goes into. */
export type MergeRequestAccess = {
  row: MergeRequestRow;
  access: ProjectAccess;
  /** For the abilities of merge requests: `isOwn` for author and assignees. */
  policy: PolicySubject;
};

export const RESOURCE = 'Merge Request';

export async function accessOf(ctx: Context, access: ProjectAccess, row: MergeRequestRow): Promise<MergeRequestAccess> {
  const id = actorId(ctx.actor);
  let isOwn = id !== undefined && row.author_id === id;
  if (id !== undefined && !isOwn) {
    const assignees = await assigneesOf(ctx, row.id);
    isOwn = assignees.some((assignee) => assignee.userId === id);
  }
  return asMet(access, row, isOwn);
}

function asMet(access: ProjectAccess, row: MergeRequestRow, isOwn: boolean): MergeRequestAccess {
  const policy: PolicySubject = {
    ...featureOf(access, 'merge_requests'),
    resource: RESOURCE,
    isLocked: row.is_discussion_locked,
    isOwn,
  };
  return { row, access, policy };
}

/** The row, which the caller must not change. */
export function rowByNumber(ctx: Context, access: ProjectAccess, iid: number): Promise<MergeRequestRow | undefined> {
  const { id } = access.project;
  return readCached(ctx, {
    key: `merge_request:${id}!${iid}`,
    marks: (row) => [noteableCacheVersion(row.id)],
    load: () => findMergeRequest(ctx.db, id, iid),
    sizeBytes: sizeOf,
  });
}

/** The same by id. */
export function rowById(ctx: Context, id: number): Promise<MergeRequestRow | undefined> {
  return readCached(ctx, {
    key: `merge_request:${id}`,
    marks: () => [noteableCacheVersion(id)],
    load: () => findMergeRequestById(ctx.db, id),
    sizeBytes: sizeOf,
  });
}

function sizeOf({ description, description_html: html }: MergeRequestRow): number {
  return 2_000 + description.length + html.length;
}

/** Those of these users who may read it, from how each of them meets the project it goes into. */
export function readersAmong(
  row: MergeRequestRow,
  people: readonly UserActor[],
  accesses: ReadonlyMap<number, ProjectAccess>,
  ownerIds: readonly number[],
): Set<number> {
  const readers = people.filter((actor) => {
    const access = accesses.get(actor.id);
    return access && !can(actor, 'read_merge_request', asMet(access, row, ownerIds.includes(actor.id)).policy);
  });
  return new Set(readers.map(({ id }) => id));
}

/** The request with this number in the project, or not_found when there is none or the actor may not read it. */
export async function getMergeRequest(ctx: Context, access: ProjectAccess, iid: number): Promise<MergeRequestAccess> {
  const row = await rowByNumber(ctx, access, iid);
  if (!row) throw new AppError('not_found', { resource: RESOURCE });
  const found = await accessOf(ctx, access, row);
  if (can(ctx.actor, 'read_merge_request', found.policy)) throw new AppError('not_found', { resource: RESOURCE });
  return found;
}

/** By id, for jobs, events and realtime. Undefined when it is gone or hidden. */
export async function findMergeRequestAccess(ctx: Context, id: number): Promise<MergeRequestAccess | undefined> {
  const row = await findMergeRequestById(ctx.db, id);
  if (!row) return undefined;
  const access = await findProjectAccess(ctx, row.target_project_id);
  if (!access) return undefined;
  const found = await accessOf(ctx, access, row);
  return can(ctx.actor, 'read_merge_request', found.policy) ? undefined : found;
}

/** The same of many, by id: with as many questions for ten as for two. Those that are gone or hidden are missing. */
export async function findMergeRequestAccesses(
  ctx: Context,
  ids: readonly number[],
): Promise<Map<number, MergeRequestAccess>> {
  const me = actorId(ctx.actor);
  const rows = await listMergeRequestsByIds(ctx.db, [...new Set(ids)]);
  const accesses = await findProjectAccesses(
    ctx,
    rows.map((row) => row.target_project_id),
  );
  const others = me === undefined ? [] : rows.filter((row) => row.author_id !== me).map(({ id }) => id);
  const assignees = await listAssignees(ctx.db, others);
  const given = new Set(assignees.filter(({ userId }) => userId === me).map((each) => each.mergeRequestId));
  const found = new Map<number, MergeRequestAccess>();
  for (const row of rows) {
    const access = accesses.get(row.target_project_id);
    if (!access) continue;
    const isOwn = me !== undefined && (row.author_id === me || given.has(row.id));
    const met = asMet(access, row, isOwn);
    if (!can(ctx.actor, 'read_merge_request', met.policy)) found.set(row.id, met);
  }
  return found;
}

/** Those of these projects that the actor may see, by id. */
export async function findProjectAccesses(ctx: Context, ids: readonly number[]): Promise<Map<number, ProjectAccess>> {
  return accessesOf(ctx, await projectRowsByIds(ctx.db, [...new Set(ids)]));
}

export async function findProjectAccess(ctx: Context, projectId: number): Promise<ProjectAccess | undefined> {
  try {
    return await getProjectAccess(ctx, projectId);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

/** Path of the page. */
export function pathOf(fullPath: string, iid: number): string {
  return `/${encodePath(fullPath)}/-/merge_requests/${iid}`;
}

export function topicOf(id: number): string {
  return `merge_request:${id}`;
}

export function referenceOf(fullPath: string, iid: number): string {
  return `${fullPath}!${iid}`;
}
