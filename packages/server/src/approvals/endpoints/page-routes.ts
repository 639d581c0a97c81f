import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { onMergeRequestPage } from '../../merge-requests/index.ts';
import { inRepository } from '../../projects/index.ts';
import { codeOwnersPart } from '../reads/code-owners-part.ts';
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

const owners = defineRoute({
  method: 'GET',
  path: '/code_owners.json',
  ability: 'read_code',
  summary: 'Get the errors in the file of code owners',
  tag: 'Approvals',
  subject: inRepository,
  input: z.strictObject({ ref: z.string().min(1).max(1_024) }),
  handle: ({ ctx, subject, input }) => codeOwnersPart(ctx, subject, input.ref),
});

export const approvalPageRoutes: readonly ScopedRoute[] = [
  ...[show, rules].map((route) => defineScopedRoute('project', route)),
  defineScopedRoute('project', owners),
];
