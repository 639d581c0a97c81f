import type { RawBuilder, Selectable } from 'kysely';
import type { AuditEntity } from '@tributary/contract/accounts/audit-rest.ts';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { AuditEventRow } from '../../platform/db/tables.ts';

export type AuditRow = Selectable<AuditEventRow>;

export type EntityAuditFilter = {
  entity?: { type: AuditEntity; id?: number | undefined } | undefined;
  authorId?: number | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  /** Only those before this one. */
  beforeId?: number | undefined;
};

/** Targets that are entities themselves; what belongs to a project names it in its details. */
const TARGETS = {
  User: 'user',
  Group: 'group',
  Project: 'project',
  'Gitlab::Audit::InstanceScope': 'instance',
} as const satisfies Record<AuditEntity, string>;

function belongsTo({ type, id }: { type: AuditEntity; id?: number | undefined }): RawBuilder<boolean> {
  const target = TARGETS[type];
  if (type === 'Project') {
    if (id === undefined) return sql<boolean>`(target_type = ${target} or details->>'project_id' is not null)`;
    const text = String(id);
    return sql<boolean>`((target_type = ${target} and target_id = ${text}) or details->>'project_id' = ${text})`;
  }
  const isOf = id === undefined ? sql`` : sql`and target_id = ${String(id)}`;
  return sql<boolean>`(target_type = ${target} ${isOf} and details->>'project_id' is null)`;
}

/** Newest first. */
export function listEntityAuditRows(
  db: Db | Tx,
  filter: EntityAuditFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<AuditRow[]> {
  let query = db.selectFrom('audit_events').selectAll();
  if (filter.entity) query = query.where(belongsTo(filter.entity));
  if (filter.authorId !== undefined) query = query.where('actor_id', '=', filter.authorId);
  if (filter.createdAfter) query = query.where('created_at', '>=', filter.createdAfter);
  if (filter.createdBefore) query = query.where('created_at', '<=', filter.createdBefore);
  if (filter.beforeId !== undefined) query = query.where('id', '<', filter.beforeId);
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute();
}

export function findEntityAuditRow(db: Db | Tx, id: number, filter: EntityAuditFilter): Promise<AuditRow | undefined> {
  let query = db.selectFrom('audit_events').selectAll().where('id', '=', id);
  if (filter.entity) query = query.where(belongsTo(filter.entity));
  if (filter.authorId !== undefined) query = query.where('actor_id', '=', filter.authorId);
  return query.executeTakeFirst();
}
