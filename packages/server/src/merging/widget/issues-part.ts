import type { WidgetIssue, WidgetIssues } from '@tributary/contract/merge-requests/widget.ts';
import type { Context } from '../../platform/context.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { issuesToAssign, type MergeRequestAccess, namedIssues, type RequestPaths } from '../../merge-requests/index.ts';

/** Issues that the merge closes, and others that the request names. */
export async function issuesPart(
  ctx: Context,
  { row, access }: MergeRequestAccess,
  paths: RequestPaths,
): Promise<{ issues_links: WidgetIssues }> {
  const named = await namedIssues(ctx, row.id);
  const shown = named.map(({ view: { row: issue, project }, isClosing }) => ({
    isClosing,
    issue: {
      id: issue.id,
      iid: issue.iid,
      title: issue.title,
      reference: project.id === access.project.id ? `#${issue.iid}` : `${project.full_path}#${issue.iid}`,
      web_path: `/${encodePath(project.full_path)}/-/issues/${issue.iid}`,
      state: issue.state === 'closed' ? 'closed' : 'opened',
      confidential: issue.is_confidential,
    } satisfies WidgetIssue,
  }));
  const closing = shown.filter(({ isClosing }) => isClosing).map(({ issue }) => issue);
  const mentioned = shown.filter(({ isClosing }) => !isClosing).map(({ issue }) => issue);
  const unassigned = row.state === 'opened' ? await issuesToAssign(ctx, row.author_id, named) : [];
  return {
    issues_links: {
      closing,
      closing_count: closing.length,
      mentioned_but_not_closing: mentioned,
      mentioned_count: mentioned.length,
      assign_to_closing: unassigned.length > 0 ? paths.assignIssues : null,
      assign_to_closing_count: unassigned.length,
    },
  };
}
