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
  isInternal: boolean,
): Promise<{ noteId: number; noteableId: number } | undefined> {
  const row = await db
    .selectFrom('notes')
    .select(['id', 'noteable_id'])
    .where('project_id', '=', projectId)
    .where('noteable_type', '=', 'MergeRequest')
    .where('is_system', '=', false)
    .where('is_internal', '=', isInternal)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { noteId: row.id, noteableId: row.noteable_id };
}

/** A reaction to a merge request itself. */
export function newestAward(db: Db | Tx, projectId: number) {
  return db
    .selectFrom('award_emoji')
    .innerJoin('merge_requests', 'merge_requests.id', 'award_emoji.noteable_id')
    .selectAll('award_emoji')
    .where('award_emoji.noteable_type', '=', 'MergeRequest')
    .where('award_emoji.note_id', 'is', null)
    .where('merge_requests.target_project_id', '=', projectId)
    .orderBy('award_emoji.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
