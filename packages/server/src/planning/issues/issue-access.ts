import { AppError } from '@tributary/contract/errors/app-error.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { can, type PolicySubject } from '../../platform/policy/policy.ts';
import { accessesOf, featureOf, getProjectAccess, type ProjectAccess, projectRowsByIds } from '../../projects/index.ts';
import { findIssue, findIssueById, type IssueRow, listIssuesByIds } from './store/issues.ts';
import { listIssueAssignees } from './store/participants.ts';

/** An issue as one actor meets it. */
export type IssueAccess = {
  row: IssueRow;
  access: ProjectAccess;
  /** For the abilities of issues: `isOwn` for author and assignees, who also see it when it is confidential. */
  policy: PolicySubject;
};

export const RESOURCE = 'Issue';

/** What the actor may do with issues of the project at all. */
export function issuesOf(access: ProjectAccess): PolicySubject {
  return featureOf(access, 'issues');
}

export async function issueAccessOf(ctx: Context, access: ProjectAccess, row: IssueRow): Promise<IssueAccess> {
  const id = actorId(ctx.actor);
  let isOwn = id !== undefined && row.author_id === id;
  if (id !== undefined && !isOwn) {
    isOwn = (await listIssueAssignees(ctx.db, [row.id])).some((assignee) => assignee.userId === id);
  }
  return asMet(access, row, isOwn);
}

function asMet(access: ProjectAccess, row: IssueRow, isOwn: boolean): IssueAccess {
  const policy: PolicySubject = {
    ...issuesOf(access),
    resource: RESOURCE,
    isLocked: row.is_discussion_locked,
    isConfidential: row.is_confidential,
    isOwn,
  };
  return { row, access, policy };
}

/** The issue with this number in the project, or not_found when there is none or the actor may not read it. */
export async function getIssue(ctx: Context, access: ProjectAccess, iid: number): Promise<IssueAccess> {
  const row = await findIssue(ctx.db, access.project.id, iid);
  if (!row) throw new AppError('not_found', { resource: RESOURCE });
  const found = await issueAccessOf(ctx, access, row);
  if (can(ctx.actor, 'read_issue', found.policy)) throw new AppError('not_found', { resource: RESOURCE });
  return found;
}

/** By id, for jobs, events and realtime. Undefined when it is gone or hidden. */
export async function findIssueAccess(ctx: Context, id: number): Promise<IssueAccess | undefined> {
  const row = await findIssueById(ctx.db, id);
  if (!row) return undefined;
  const access = await findAccess(ctx, row.project_id);
  if (!access) return undefined;
  const found = await issueAccessOf(ctx, access, row);
  return can(ctx.actor, 'read_issue', found.policy) ? undefined : found;
}

/** The same of many, by id: with as many questions for ten as for two. Those that are gone or hidden are missing. */
export async function findIssueAccesses(ctx: Context, ids: readonly number[]): Promise<Map<number, IssueAccess>> {
  const me = actorId(ctx.actor);
  const rows = await listIssuesByIds(ctx.db, [...new Set(ids)]);
  const projects = await projectRowsByIds(ctx.db, [...new Set(rows.map((row) => row.project_id))]);
  const accesses = await accessesOf(ctx, projects);
  const others = me === undefined ? [] : rows.filter((row) => row.author_id !== me).map(({ id }) => id);
  const assignees = await listIssueAssignees(ctx.db, others);
  const given = new Set(assignees.filter(({ userId }) => userId === me).map(({ issueId }) => issueId));
  const found = new Map<number, IssueAccess>();
  for (const row of rows) {
    const access = accesses.get(row.project_id);
    if (!access) continue;
    const isOwn = me !== undefined && (row.author_id === me || given.has(row.id));
    const met = asMet(access, row, isOwn);
    if (!can(ctx.actor, 'read_issue', met.policy)) found.set(row.id, met);
  }
  return found;
}

export async function getIssueAccess(ctx: Context, id: number): Promise<IssueAccess> {
  const found = await findIssueAccess(ctx, id);
  if (!found) throw new AppError('not_found', { resource: RESOURCE });
  return found;
}

async function findAccess(ctx: Context, projectId: number): Promise<ProjectAccess | undefined> {
  try {
    return await getProjectAccess(ctx, projectId);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

/** Path of the page. */
export function issuePath(fullPath: string, iid: number): string {
  return `/${encodePath(fullPath)}/-/issues/${iid}`;
}

export function issueTopic(id: number): string {
  return `issue:${id}`;
}

/** `group/project#12`. */
export function issueReference(fullPath: string, iid: number): string {
  return `${fullPath}#${iid}`;
}
