import { type Db, sql, type Tx } from '../../../platform/db/database.ts';

export type RegistrationOwner = { kind: 'instance' } | { kind: 'group' | 'project'; id: number };

/** The registration token of the instance, a group or a project; a new one takes the place of the old one. */
export async function setRegistrationToken(db: Db | Tx, owner: RegistrationOwner, digest: Buffer): Promise<void> {
  const projectId = owner.kind === 'project' ? owner.id : null;
  const namespaceId = owner.kind === 'group' ? owner.id : null;
  await sql`insert into ci_registration_tokens (project_id, namespace_id, token_digest)
    values (${projectId}, ${namespaceId}, ${digest})
    on conflict (coalesce(project_id, 0), coalesce(namespace_id, 0))
    do update set token_digest = excluded.token_digest, created_at = clock_timestamp()`.execute(db);
}

export async function findRegistrationOwner(db: Db | Tx, digest: Buffer): Promise<RegistrationOwner | undefined> {
  const row = await db
    .selectFrom('ci_registration_tokens')
    .select(['project_id', 'namespace_id'])
    .where('token_digest', '=', digest)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.project_id !== null) return { kind: 'project', id: row.project_id };
  return row.namespace_id === null ? { kind: 'instance' } : { kind: 'group', id: row.namespace_id };
}
