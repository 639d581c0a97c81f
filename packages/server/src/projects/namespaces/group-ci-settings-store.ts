import type { GroupCiSettings, SharedRunnersSetting } from '@tributary/contract/ci/group-ci-settings.ts';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';

/**
 * Turns instance runners off in everything below a group. Subgroups that used them, and all of them when nobody may override
 * it, get the setting, too. With `isSelf` the group itself is one of them.
 */
export async function disableSharedRunnersBelow(
  db: Db | Tx,
  groupId: number,
  setting: Exclude<SharedRunnersSetting, 'enabled'>,
  isSelf = false,
): Promise<void> {
  const isFinal = setting === 'disabled_and_unoverridable';
  const inside = sql`traversal_ids @> array[${groupId}::bigint]`;
  await sql`update namespaces set ci_settings = ci_settings || jsonb_build_object('shared_runners_setting', ${setting}::text)
    where ${inside} and (id <> ${groupId} or ${isSelf})
      and (${isFinal} or coalesce(ci_settings ->> 'shared_runners_setting', 'enabled') = 'enabled')`.execute(db);
  await sql`update projects set ci_settings = ci_settings || '{"shared_runners_enabled": false}'
    where namespace_id in (select id from namespaces where ${inside})
      and coalesce((ci_settings ->> 'shared_runners_enabled')::boolean, true)`.execute(db);
}

/** The setting of the nearest group that has one, the group itself first. */
export async function nearestGroupSetting<Name extends keyof GroupCiSettings>(
  db: Db | Tx,
  namespaceId: number,
  name: Name,
): Promise<GroupCiSettings[Name] | undefined> {
  const { rows } = await sql<{ value: GroupCiSettings[Name] }>`
    select a.ci_settings -> ${name}::text as value from namespaces n join namespaces a on a.id = any (n.traversal_ids)
    where n.id = ${namespaceId} and jsonb_typeof(a.ci_settings -> ${name}::text) <> 'null'
    order by cardinality(a.traversal_ids) desc limit 1`.execute(db);
  return rows[0]?.value;
}
