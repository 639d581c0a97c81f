import { type Db, sql, type Tx } from '../platform/db/database.ts';

// A table that only tests have: something in a group that can be talked about.

export type TopicRow = {
  id: number;
  namespace_id: number;
  iid: number;
  title: string;
  description: string;
  author_id: number;
  is_locked: boolean;
};

/** With the triggers that what is remembered of it needs. */
export async function addTopicTable(db: Db): Promise<void> {
  await sql`create table topics (
    id bigint generated always as identity primary key,
    namespace_id bigint not null references namespaces on delete cascade,
    iid integer not null,
    title text not null,
    description text not null default '',
    author_id bigint not null references users,
    is_locked boolean not null default false,
    unique (namespace_id, iid))`.execute(db);
  await sql`create trigger mark_noteable_new after insert or delete on topics
    for each row execute function mark_noteable()`.execute(db);
  await sql`create trigger mark_noteable after update on topics
    for each row when (old.* is distinct from new.*) execute function mark_noteable()`.execute(db);
}

export async function addTopicRow(
  db: Db,
  row: Pick<TopicRow, 'namespace_id' | 'title' | 'author_id'>,
): Promise<TopicRow> {
  const { rows } = await sql<TopicRow>`
    insert into topics (namespace_id, iid, title, author_id)
    select ${row.namespace_id}::bigint, (select count(*) + 1 from topics where namespace_id = ${row.namespace_id}),
      ${row.title}::text, ${row.author_id}::bigint
    returning *`.execute(db);
  const [made] = rows;
  if (!made) throw new Error('no topic was made');
  return made;
}

export async function findTopicRow(db: Db | Tx, id: number): Promise<TopicRow | undefined> {
  return (await sql<TopicRow>`select * from topics where id = ${id}`.execute(db)).rows[0];
}

export async function findTopicRowInGroup(db: Db | Tx, groupId: number, iid: number): Promise<TopicRow | undefined> {
  return (await sql<TopicRow>`select * from topics where namespace_id = ${groupId} and iid = ${iid}`.execute(db))
    .rows[0];
}

export async function changeTopicRow(
  db: Db | Tx,
  id: number,
  change: Partial<Pick<TopicRow, 'title' | 'description' | 'is_locked'>>,
): Promise<void> {
  await sql`update topics set title = coalesce(${change.title ?? null}, title),
    description = coalesce(${change.description ?? null}, description),
    is_locked = coalesce(${change.is_locked ?? null}::boolean, is_locked) where id = ${id}`.execute(db);
}
