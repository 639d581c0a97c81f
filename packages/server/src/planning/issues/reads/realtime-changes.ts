import { listUsersByIds } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import { countTasks } from '../../../platform/markup/index.ts';
import { titleHtml } from '../../rules/title-html.ts';
import type { IssueAccess } from '../issue-access.ts';
import { issueDescriptionHtml } from './issue-views.ts';

/** Title and description as they are now, and who changed them last. */
export async function realtimeChanges(ctx: Context, { row, access }: IssueAccess) {
  const tasks = countTasks(row.description);
  const editors = await listUsersByIds(ctx, row.last_edited_by_id === null ? [] : [row.last_edited_by_id]);
  const editor = editors[0];
  return {
    title: titleHtml(row.title),
    title_text: row.title,
    description: await issueDescriptionHtml(ctx, row, access.project),
    description_text: row.description,
    task_completion_status: { count: tasks.count, completed_count: tasks.completed },
    lock_version: row.lock_version,
    state: row.state,
    updated_at: row.updated_at.toISOString(),
    ...(editor && {
      edited_at: row.last_edited_at?.toISOString() ?? null,
      updated_by_name: editor.name,
      updated_by_path: `/${editor.username}`,
    }),
  };
}
