import type { Db, Tx } from '../../platform/db/database.ts';

export async function newestMergeRequestId(db: Db | Tx, projectId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('merge_requests')
    .select('id')
    .where('target_project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Of a comment on a merge request by a user. */
export async function newestNoteId(
  db: Db | Tx,
  projectId: number,
): Promise<{ noteId: number; noteableId: number } | undefined> {
  const row = await db
    .selectFrom('notes')
    .select(['id', 'noteable_id'])
    .where('project_id', '=', projectId)
    .where('noteable_type', '=', 'MergeRequest')
    .where('is_system', '=', false)
    .where('is_internal', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { noteId: row.id, noteableId: row.noteable_id };
}
