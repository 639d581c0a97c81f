import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { EvidenceTable } from './tables.ts';

type EvidenceRow = Selectable<EvidenceTable>;
/** Without the text, which can be long. */
export type EvidenceFacts = Omit<EvidenceRow, 'content'>;

export async function insertEvidence(db: Db | Tx, values: Insertable<EvidenceTable>): Promise<void> {
  await db.insertInto('ci_release_evidences').values(values).execute();
}

/** The oldest first, by the id of the release. */
export async function listEvidences(db: Db | Tx, releaseIds: readonly number[]): Promise<Map<number, EvidenceFacts[]>> {
  const rows = await db
    .selectFrom('ci_release_evidences')
    .select(['id', 'release_id', 'sha', 'has_issues', 'collected_at'])
    .where('release_id', 'in', releaseIds.length > 0 ? releaseIds : [0])
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, (row) => row.release_id);
}

export function findEvidence(db: Db | Tx, releaseId: number, id: number): Promise<EvidenceRow | undefined> {
  return db
    .selectFrom('ci_release_evidences')
    .selectAll()
    .where('release_id', '=', releaseId)
    .where('id', '=', id)
    .executeTakeFirst();
}
