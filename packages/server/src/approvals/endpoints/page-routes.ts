import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { onMergeRequestPage } from '../../merge-requests/index.ts';
import { approvalsPart } from '../reads/approvals-part.ts';
import { requestRulesPart } from '../reads/editable-rules.ts';

const show = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/approvals.json',
  ability: 'read_merge_request',
  summary: 'Get the approvals of a merge request for its page',
  tag: 'Approvals',
  subject: onMergeRequestPage,
  handle: ({ ctx, subject: found }) => approvalsPart(ctx, found),
});

const rules = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/approval_rules.json',
  ability: 'read_merge_request',
  summary: 'Get the approval rules that a merge request can change',
  tag: 'Approvals',
  subject: onMergeRequestPage,
  handle: ({ ctx, subject: found }) => requestRulesPart(ctx, found),
});

export const approvalPageRoutes: readonly ScopedRoute[] = [show, rules].map((route) =>
  defineScopedRoute('project', route),
);
