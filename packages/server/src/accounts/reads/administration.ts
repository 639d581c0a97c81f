import type { Extension } from '../../platform/extensions.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { Context } from '../../platform/context.ts';
import { countFailedJobs } from '../../platform/failed-jobs.ts';
import { authorize, INSTANCE } from '../../platform/policy/policy.ts';
import { sessionBounds } from '../session-lifetime.ts';
import { type AuditSubject, findAuditSubjects } from './audit-subjects.ts';
import type { AuditRow } from '../store/audit-events.ts';
import { listAuditActions, listAuditRows, listMailRows } from '../store/administration.ts';
import { listSessionsOf } from '../store/sessions.ts';
import { serverVersion } from '../store/settings.ts';
import { countUsersByKind, type UserCountsByKind } from '../store/user-lists.ts';
import { listUsersByIds } from './find-users.ts';

export type MailView = {
  id: number;
  recipient: string;
  subject: string;
  text: string;
  state: 'queued' | 'sent' | 'kept' | 'failed';
  error: string | null;
  createdAt: Date;
  sentAt: Date | null;
};

export type AuditView = {
  id: number;
  at: Date;
  action: string;
  actor: UserView | null;
  actorKind: string;
  impersonator: UserView | null;
  credential: string | null;
  ip: string | null;
  targetType: string;
  targetId: string;
  target: UserView | null;
  /** The project or group, where the target is one and still exists. */
  place: AuditSubject | null;
  /** The user and the group that the details name by `user_id` and `group_id`. */
  user: UserView | null;
  group: AuditSubject | null;
  details: Record<string, unknown>;
};

/** One number of the overview page, given by the slice that owns the things. */
export type InstanceCount = { key: string; label: string; count: number; href: string | null };
type CountSource = (ctx: Context) => Promise<InstanceCount[]>;

const sources: CountSource[] = [];

/** Registers numbers for the administrators' overview. */
export function contributeInstanceCounts(source: CountSource): Extension {
  return () => {
    sources.push(source);
  };
}

export async function instanceCounts(ctx: Context): Promise<InstanceCount[]> {
  authorize(ctx.actor, 'read_administration', INSTANCE);
  const [users, failedJobs] = [await countUsersByKind(ctx.db), await countFailedJobs(ctx.db)];
  const others = await Promise.all(sources.map((source) => source(ctx)));
  return [
    { key: 'users', label: 'Users', count: users.all, href: '/admin/users' },
    ...others.flat(),
    // `tributary doctor` says which.
    ...(failedJobs > 0 ? [{ key: 'failed_jobs', label: 'Failed jobs', count: failedJobs, href: null }] : []),
  ];
}

export async function userCountsByKind(ctx: Context): Promise<UserCountsByKind> {
  authorize(ctx.actor, 'read_administration', INSTANCE);
  return countUsersByKind(ctx.db);
}

export function databaseVersion(ctx: Context): Promise<string> {
  return serverVersion(ctx.db);
}

export async function countSessions(ctx: Context, userId: number): Promise<number> {
  const { usedSince, createdSince } = await sessionBounds(ctx);
  return (await listSessionsOf(ctx.db, userId, usedSince, createdSince)).length;
}

/** The outbox, newest first. It may hold links that enter accounts, so nobody but administrators reads it. */
export async function listMail(ctx: Context, request: PageRequest): Promise<Page<MailView>> {
  authorize(ctx.actor, 'administer', INSTANCE);
  const { rows, total } = await listMailRows(ctx.db, request.perPage, (request.page - 1) * request.perPage);
  const views = rows.map((row) => ({
    id: row.id,
    recipient: row.recipient,
    subject: row.subject,
    text: row.text_body,
    state: row.state,
    error: row.error,
    createdAt: row.created_at,
    sentAt: row.sent_at,
  }));
  return pageOf(views, request, total);
}

/** What was done, newest first; the total is not counted, the trail only grows. */
export async function listAuditEvents(
  ctx: Context,
  filter: { action?: string | undefined; userId?: number | undefined },
  request: PageRequest,
): Promise<Page<AuditView>> {
  authorize(ctx.actor, 'read_administration', INSTANCE);
  const { perPage, page } = request;
  const rows = await listAuditRows(ctx.db, filter, perPage + 1, (page - 1) * perPage);
  const items = await viewAuditRows(ctx, rows.slice(0, perPage));
  return { ...pageOf(items, request, undefined), hasNext: rows.length > perPage };
}

/** With the names of what they are about. The right is the caller's to check. */
export async function viewAuditRows(ctx: Context, shown: readonly AuditRow[]): Promise<AuditView[]> {
  const details = (row: AuditRow) => row.details as Record<string, unknown>;
  const idIn = (row: AuditRow, name: string) => Number(details(row)[name] ?? 0);
  const targetIds = shown.filter((row) => row.target_type === 'user').map((row) => Number(row.target_id));
  const ids = [
    ...shown.flatMap((row) => [row.actor_id ?? 0, row.impersonator_id ?? 0, idIn(row, 'user_id')]),
    ...targetIds,
  ].filter((id) => Number.isInteger(id) && id > 0);
  const people = new Map((await listUsersByIds(ctx, ids)).map((user) => [user.id, user]));
  const subjectOf = await findAuditSubjects(ctx, [
    ...shown.map((row) => ({ type: row.target_type, id: Number(row.target_id) })),
    ...shown.map((row) => ({ type: 'group', id: idIn(row, 'group_id') })),
  ]);
  return shown.map((row) => ({
    id: row.id,
    at: row.created_at,
    action: row.action,
    actor: people.get(row.actor_id ?? 0) ?? null,
    actorKind: row.actor_kind,
    impersonator: people.get(row.impersonator_id ?? 0) ?? null,
    credential: row.credential,
    ip: row.ip,
    targetType: row.target_type,
    targetId: row.target_id,
    target: row.target_type === 'user' ? (people.get(Number(row.target_id)) ?? null) : null,
    place: subjectOf(row.target_type, Number(row.target_id)),
    user: people.get(idIn(row, 'user_id')) ?? null,
    group: subjectOf('group', idIn(row, 'group_id')),
    details: details(row),
  }));
}

export async function auditActions(ctx: Context): Promise<string[]> {
  authorize(ctx.actor, 'read_administration', INSTANCE);
  return listAuditActions(ctx.db);
}
