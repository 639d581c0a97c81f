import { type Context, transact } from '../../platform/context.ts';
import { sql } from '../../platform/db/database.ts';
import type { TimeShift } from './story-clock.ts';

type Column = { table: string; column: string };

/** What people see the age of. Records of the service itself, and what proves who somebody is, keep their real time. */
const TOLD = [
  'award_emoji',
  'commit_reports',
  'description_versions',
  'discussions',
  'issue_links',
  'issues',
  'labels',
  'members',
  'merge_request_assignees',
  'merge_request_reviewers',
  'merge_request_versions',
  'merge_requests',
  'milestones',
  'namespaces',
  'notes',
  'project_stars',
  'projects',
  'push_events',
  'resource_events',
  'time_entries',
  'user_events',
  'users',
];

async function momentColumns(ctx: Context): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and data_type = 'timestamp with time zone' and table_name = any(${TOLD})`.execute(
    ctx.db,
  );
  return rows;
}

/**
 * Moves every moment that was written since the first shift to when the stories say it happened, as everything was made
 * within seconds. Only for an instance that nobody else uses meanwhile.
 */
export async function dateRows(ctx: Context, shifts: readonly TimeShift[]): Promise<void> {
  const [first] = shifts;
  if (!first) return;
  const starts = shifts.map(({ at }) => at.toISOString());
  const seconds = shifts.map(({ shiftMs }) => shiftMs / 1_000);
  await transact(ctx, async (inner) => {
    for (const { table, column } of await momentColumns(inner)) {
      const moment = sql.ref(column);
      await sql`
        update ${sql.table(table)} as dated set ${moment} = dated.${moment} - (
          select s.seconds * interval '1 second'
          from unnest(${starts}::timestamptz[], ${seconds}::float8[]) as s(start, seconds)
          where s.start <= dated.${moment} order by s.start desc limit 1)
        where dated.${moment} >= ${first.at} and dated.${moment} <= now()`.execute(inner.db);
    }
  });
}
