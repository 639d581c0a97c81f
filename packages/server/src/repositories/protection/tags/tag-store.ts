import type { Extensions } from '../../../platform/extensions.ts';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import { describeConstraint } from '../../../platform/db/database-errors.ts';
import type {} from '../../tables.ts';
import type { AccessEntry, TagRule } from '../rules/protection-rule.ts';
import type { NewAccess } from '../store.ts';

/** Rules with those they name, by name; one query. */
export async function listTagRules(db: Db | Tx, projectId: number): Promise<TagRule[]> {
  const { rows } = await sql<{ id: number; name: string; entries: AccessEntry[] }>`
    select t.id, t.name, coalesce(json_agg(json_build_object(
        'id', a.id, 'level', a.access_level, 'userId', a.user_id, 'groupId', a.group_id) order by a.id)
      filter (where a.id is not null), '[]') as entries
    from protected_tags t left join protected_tag_access a on a.protected_tag_id = t.id
    where t.project_id = ${projectId} group by t.id order by t.name`.execute(db);
  return rows.map(({ id, name, entries }) => ({ id, projectId, name, create: entries }));
}

export async function insertTagRule(
  db: Db | Tx,
  rule: { projectId: number; name: string; create: readonly NewAccess[] },
): Promise<void> {
  const { id } = await db
    .insertInto('protected_tags')
    .values({ project_id: rule.projectId, name: rule.name })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('protected_tag_access')
    .values(
      rule.create.map((entry) => ({
        protected_tag_id: id,
        access_level: entry.level ?? null,
        user_id: entry.userId ?? null,
        group_id: entry.groupId ?? null,
      })),
    )
    .execute();
}

export async function deleteTagRule(db: Db | Tx, projectId: number, ruleId: number): Promise<void> {
  await db.deleteFrom('protected_tags').where('project_id', '=', projectId).where('id', '=', ruleId).execute();
}

export const tagsTagStore: Extensions = [
  describeConstraint('protected_tags_name_key', { code: 'tag_protection_exists' }),
];
