import { type Db, type Tx } from '../../platform/db/database.ts';

export type AvatarContainer = { kind: 'project' | 'group'; id: number };

/** Sets the name of the image; returns the one before. */
export async function replaceAvatarName(
  db: Db | Tx,
  place: AvatarContainer,
  name: string | null,
): Promise<string | null> {
  const table = place.kind === 'project' ? 'projects' : 'namespaces';
  const row = await db
    .selectFrom(table)
    .select('avatar_name')
    .where('id', '=', place.id)
    .forUpdate()
    .executeTakeFirst();
  await db.updateTable(table).set({ avatar_name: name }).where('id', '=', place.id).execute();
  return row?.avatar_name ?? null;
}
