import { type IssueUnsubscribePageData, LEAVE_PATH } from '@tributary/contract/planning/issue-page.ts';
import { z } from 'zod';
import { defineRoute } from '../../../faces/http/define-route.ts';
import { definePage, definePlaceRoute, type Page, type PlaceRoute } from '../../../faces/pages/define-page.ts';
import type { PolicySubject } from '../../../platform/policy/policy.ts';
import { leaveIssue } from '../email-participants/leave-issue.ts';
import { findByLeaveToken } from '../email-participants/leave-link.ts';

/** Opening the link changes nothing, as mail programs open links too. It tells the address, and nothing of the issue. */
const page = definePage<{ policy: PolicySubject }, IssueUnsubscribePageData>({
  kind: 'issue_unsubscribe',
  on: 'instance',
  path: LEAVE_PATH.slice(1),
  ability: 'leave_issue_mail',
  load: async ({ ctx, query }) => {
    const token = query.get('token') ?? '';
    const participant = await findByLeaveToken(ctx, token);
    return { title: 'Stop mails', data: { token, address: participant?.email ?? null } };
  },
});

const leave = defineRoute({
  method: 'POST',
  path: LEAVE_PATH,
  ability: 'leave_issue_mail',
  summary: 'Stop mails about an issue to an address without an account, with the link of the mail',
  tag: 'Issues',
  status: 200,
  input: z.strictObject({
    token: z.string().max(200),
    /** As mail programs send it. */
    'List-Unsubscribe': z.string().max(100).optional(),
  }),
  handle: async ({ ctx, input }) => {
    await leaveIssue(ctx, input.token);
    return {};
  },
});

export const leavePages: readonly Page[] = [page];
export const leavePlaceRoutes: readonly PlaceRoute[] = [definePlaceRoute('instance', leave)];
