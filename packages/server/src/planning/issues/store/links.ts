import type { Extensions } from '../../../platform/extensions.ts';
import type { Selectable } from 'kysely';
import { describeConstraint } from '../../../platform/db/database-errors.ts';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import type { IssueLinkTable } from '../../tables.ts';

type Database = Db | Tx;
export type IssueLinkRow = Selectable<IssueLinkTable>;

export function insertIssueLink(
  db: Database,
  link: { sourceId: number; targetId: number; type: IssueLinkRow['link_type'] },
): Promise<IssueLinkRow> {
  return db
    .insertInto('issue_links')
    .values({ source_id: link.sourceId, target_id: link.targetId, link_type: link.type })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The link of this issue, from either end. */
export function findIssueLink(db: Database, issueId: number, linkId: number): Promise<IssueLinkRow | undefined> {
  return db
    .selectFrom('issue_links')
    .selectAll()
    .where('id', '=', linkId)
    .where((eb) => eb.or([eb('source_id', '=', issueId), eb('target_id', '=', issueId)]))
    .executeTakeFirst();
}

export function findLinkBetween(db: Database, one: number, other: number): Promise<IssueLinkRow | undefined> {
  return db
    .selectFrom('issue_links')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb('source_id', '=', one), eb('target_id', '=', other)]),
        eb.and([eb('source_id', '=', other), eb('target_id', '=', one)]),
      ]),
    )
    .executeTakeFirst();
}

export function listIssueLinks(db: Database, issueId: number): Promise<IssueLinkRow[]> {
  return db
    .selectFrom('issue_links')
    .selectAll()
    .where((eb) => eb.or([eb('source_id', '=', issueId), eb('target_id', '=', issueId)]))
    .orderBy('id')
    .execute();
}

/** What is linked with one issue, with another as well; the numbers of those other ends. */
export async function copyIssueLinks(db: Database, fromId: number, toId: number): Promise<number[]> {
  const { rows } = await sql<{ source: number; target: number }>`
    insert into issue_links (source_id, target_id, link_type, created_at)
    select case source_id when ${fromId} then ${toId}::bigint else source_id end,
           case target_id when ${fromId} then ${toId}::bigint else target_id end, link_type, created_at
    from issue_links where ${fromId} in (source_id, target_id) and ${toId} not in (source_id, target_id)
    order by id on conflict do nothing returning source_id as source, target_id as target`.execute(db);
  return rows.map(({ source, target }) => (source === toId ? target : source));
}

export async function deleteIssueLink(db: Database, id: number): Promise<void> {
  await db.deleteFrom('issue_links').where('id', '=', id).execute();
}

export const issuesLinks: Extensions = [describeConstraint('issue_links_pair_key', { code: 'issue_link_exists' })];
