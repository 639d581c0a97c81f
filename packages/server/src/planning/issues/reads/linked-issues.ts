import type { IssueLinkType } from '@tributary/contract/planning/issue-inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { linkTypeFrom } from '../operations/link-issues.ts';
import { findIssueLink, type IssueLinkRow, listIssueLinks } from '../store/links.ts';
import type { IssueView } from './issue-views.ts';
import { visibleIssues } from './list-issues.ts';

export type LinkedIssue = { link: IssueLinkRow; type: IssueLinkType; view: IssueView };

const otherEnd = (link: IssueLinkRow, issueId: number) =>
  link.source_id === issueId ? link.target_id : link.source_id;

/** What the issue hangs together with, as far as the actor may see it: what blocks it first. */
export async function linkedIssues(ctx: Context, issueId: number): Promise<LinkedIssue[]> {
  const links = await listIssueLinks(ctx.db, issueId);
  const views = await visibleIssues(
    ctx,
    links.map((link) => otherEnd(link, issueId)),
  );
  const order: IssueLinkType[] = ['is_blocked_by', 'blocks', 'relates_to'];
  return links
    .flatMap((link) => {
      const view = views.find((each) => each.row.id === otherEnd(link, issueId));
      return view ? [{ link, view, type: linkTypeFrom(link, issueId) }] : [];
    })
    .toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
}

/** Those of them that are still open and should be done before this one. */
export function openBlockersAmong(links: readonly LinkedIssue[]): IssueView[] {
  return links.flatMap(({ type, view }) => (type === 'is_blocked_by' && view.row.state === 'opened' ? [view] : []));
}

/** One link with both ends; not_found where the other end may not be seen. */
export async function getLink(
  ctx: Context,
  issueId: number,
  linkId: number,
): Promise<{ link: IssueLinkRow; source: IssueView; target: IssueView }> {
  const link = await findIssueLink(ctx.db, issueId, linkId);
  const [source, target] = link ? await visibleIssues(ctx, [link.source_id, link.target_id]) : [];
  if (!link || !source || !target) throw new AppError('issue_link_missing');
  return { link, source, target };
}
