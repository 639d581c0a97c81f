import type { IssueShowPageData } from '@tributary/contract/planning/issue-page.ts';
import { noteableData } from '../../../discussions/index.ts';
import type { Context } from '../../../platform/context.ts';
import { canUpdateIssue } from '../abilities.ts';
import { visibleEmailParticipants } from '../email-participants/visible-participants.ts';
import { type IssueAccess, issuePath } from '../issue-access.ts';
import { issueNoteable } from '../noteable.ts';
import { type LinkedIssue, linkedIssues, openBlockersAmong } from './linked-issues.ts';

/** The open issues that block one, as its page and its JSON name them. */
export function blockingIssues(ctx: Context, links: readonly LinkedIssue[]): IssueShowPageData['blocked_by_issues'] {
  return openBlockersAmong(links).map(({ row: { iid }, project: { full_path: path } }) => ({
    iid,
    web_url: `${ctx.config.url}${issuePath(path, iid)}`,
  }));
}

/** The issue as a page with discussions knows it. */
export async function issueNoteableData(ctx: Context, found: IssueAccess) {
  const { row } = found;
  const own = {
    state: row.state,
    isLocked: row.is_discussion_locked,
    canUpdate: canUpdateIssue(ctx.actor, found) === null,
  };
  return {
    ...noteableData(ctx, issueNoteable(found), own),
    confidential: row.is_confidential,
    blocked_by_issues: blockingIssues(ctx, await linkedIssues(ctx, row.id)),
    issue_email_participants: await visibleEmailParticipants(ctx, found),
  };
}
