import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { ContainerColumns } from '../../projects/index.ts';
import type { DiscussionRow, NewDiscussion } from './discussions.ts';
import type { NewNote, NoteRow } from './notes.ts';

type Database = Db | Tx;

/** What threads and notes that are written at once have in common. */
export type WrittenOn = { noteableType: string; noteableId: number } & ContainerColumns;

export type NewThread = { id: string; is_individual: boolean; is_resolvable: boolean; is_internal: boolean } & Pick<
  NewDiscussion,
  'commit_id' | 'position' | 'original_position' | 'line_code' | 'original_line_code' | 'snapshot' | 'placement'
> & { is_active: boolean };

/** In the order given, which is the order they are shown in; with one statement for all. */
export async function insertThreads(
  db: Database,
  on: WrittenOn,
  threads: readonly NewThread[],
): Promise<Map<string, DiscussionRow>> {
  if (threads.length === 0) return new Map();
  const column = <K extends keyof NewThread>(name: K) => threads.map((thread) => thread[name] ?? null);
  const { rows } = await sql<DiscussionRow>`
    insert into discussions (noteable_type, noteable_id, project_id, namespace_id, id, is_individual, is_resolvable, is_internal, is_active,
      commit_id, line_code, original_line_code, position, original_position, snapshot, placement)
    select ${on.noteableType}, ${on.noteableId}::bigint, ${on.project_id}::bigint, ${on.namespace_id}::bigint, each.id, each.is_individual, each.is_resolvable,
      each.is_internal, each.is_active, each.commit_id, each.line_code, each.original_line_code, each.position::jsonb,
      each.original_position::jsonb, each.snapshot::jsonb, each.placement::jsonb
    from unnest(${column('id')}::text[], ${column('is_individual')}::boolean[], ${column('is_resolvable')}::boolean[],
      ${column('is_internal')}::boolean[], ${column('is_active')}::boolean[], ${column('commit_id')}::text[],
      ${column('line_code')}::text[], ${column('original_line_code')}::text[], ${column('position')}::text[],
      ${column('original_position')}::text[], ${column('snapshot')}::text[], ${column('placement')}::text[])
      with ordinality as each (id, is_individual, is_resolvable, is_internal, is_active, commit_id, line_code, original_line_code,
        position, original_position, snapshot, placement, place)
    order by each.place
    returning *`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export type NewNoteContent = Pick<NewNote, 'discussion_id' | 'type' | 'body' | 'body_html' | 'html_version'> & {
  is_internal: boolean;
  resolvable: boolean;
  resolved_at: Date | null;
  resolved_by_id: number | null;
  resolved_by_push: boolean;
  idempotency_key: string | null;
  created_at: Date | null;
};

/**
 * In the order given, with one statement for all; replies to a `LegacyDiffNote` are of that type too. Undefined stands for a note whose idempotency key is taken: that one was
 * written before.
 */
export async function insertNotes(
  db: Database,
  on: WrittenOn & { authorId: number | null },
  notes: readonly NewNoteContent[],
): Promise<(NoteRow | undefined)[]> {
  if (notes.length === 0) return [];
  const column = <K extends keyof NewNoteContent>(name: K) => notes.map((note) => note[name] ?? null);
  const { rows } = await sql<NoteRow>`
    insert into notes (noteable_type, noteable_id, project_id, namespace_id, author_id, discussion_id, type, body, body_html, html_version,
      is_internal, resolvable, resolved_at, resolved_by_id, resolved_by_push, idempotency_key, created_at)
    select ${on.noteableType}, ${on.noteableId}::bigint, ${on.project_id}::bigint, ${on.namespace_id}::bigint, ${on.authorId}::bigint, each.discussion_id,
      case when each.type = 'DiffNote' and exists (select from notes starter
          where starter.discussion_id = each.discussion_id and starter.type = 'LegacyDiffNote')
        then 'LegacyDiffNote' else each.type end,
      each.body, each.body_html, each.html_version, each.is_internal, each.resolvable, each.resolved_at,
      each.resolved_by_id, each.resolved_by_push, each.idempotency_key, coalesce(each.created_at, clock_timestamp())
    from unnest(${column('discussion_id')}::text[], ${column('type')}::text[], ${column('body')}::text[],
      ${column('body_html')}::text[], ${column('html_version')}::integer[], ${column('is_internal')}::boolean[],
      ${column('resolvable')}::boolean[], ${column('resolved_at')}::timestamptz[], ${column('resolved_by_id')}::bigint[],
      ${column('resolved_by_push')}::boolean[], ${column('idempotency_key')}::text[], ${column('created_at')}::timestamptz[])
      with ordinality as each (discussion_id, type, body, body_html, html_version, is_internal, resolvable, resolved_at,
        resolved_by_id, resolved_by_push, idempotency_key, created_at, place)
    order by each.place
    on conflict (author_id, noteable_type, noteable_id, idempotency_key) where idempotency_key is not null do nothing
    returning *`.execute(db);
  const written = rows.toSorted((a, b) => a.id - b.id);
  let next = 0;
  return notes.map((note) => {
    const row = written[next];
    const isOwn = row?.discussion_id === note.discussion_id && row.idempotency_key === note.idempotency_key;
    if (isOwn) next += 1;
    return isOwn ? row : undefined;
  });
}

export type CopiedNote = Pick<
  NoteRow,
  | 'discussion_id'
  | 'author_id'
  | 'type'
  | 'is_internal'
  | 'body'
  | 'body_html'
  | 'html_version'
  | 'edited_at'
  | 'edited_by_id'
  | 'created_at'
>;

/** Notes of several users that stand elsewhere too; their numbers, in the order given. */
export async function insertCopiedNotes(db: Database, on: WrittenOn, notes: readonly CopiedNote[]): Promise<number[]> {
  if (notes.length === 0) return [];
  const column = <K extends keyof CopiedNote>(name: K) => notes.map((note) => note[name]);
  const { rows } = await sql<{ id: number }>`
    insert into notes (noteable_type, noteable_id, project_id, namespace_id, discussion_id, author_id, type, is_internal, body, body_html,
      html_version, edited_at, edited_by_id, created_at)
    select ${on.noteableType}, ${on.noteableId}::bigint, ${on.project_id}::bigint, ${on.namespace_id}::bigint, each.discussion_id, each.author_id, each.type,
      each.is_internal, each.body, each.body_html, each.html_version, each.edited_at, each.edited_by_id, each.created_at
    from unnest(${column('discussion_id')}::text[], ${column('author_id')}::bigint[], ${column('type')}::text[],
      ${column('is_internal')}::boolean[], ${column('body')}::text[], ${column('body_html')}::text[],
      ${column('html_version')}::integer[], ${column('edited_at')}::timestamptz[], ${column('edited_by_id')}::bigint[],
      ${column('created_at')}::timestamptz[])
      with ordinality as each (discussion_id, author_id, type, is_internal, body, body_html, html_version, edited_at,
        edited_by_id, created_at, place)
    order by each.place
    returning id`.execute(db);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}
