import { projectApprovalsInput, restProjectApprovals } from '@tributary/contract/merge-requests/reviews-rest.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { inProject } from '../../projects/index.ts';

const path = '/projects/:id/approvals';
const tag = 'Approvals';

/** How approvals work in every project; there are no settings of them. */
const SETTINGS = {
  approvers: [],
  approver_groups: [],
  approvals_before_merge: 0,
  reset_approvals_on_push: false,
  selective_code_owner_removals: false,
  disable_overriding_approvers_per_merge_request: false,
  merge_requests_author_approval: false,
  merge_requests_disable_committers_approval: false,
  require_password_to_approve: false,
  require_reauthentication_to_approve: false,
} as const;

const show = defineRoute({
  method: 'GET',
  path,
  ability: 'read_project',
  summary: 'Get the approval settings of a project',
  tag,
  subject: inProject,
  response: restProjectApprovals,
  handle: () => Promise.resolve(SETTINGS),
});

/** Takes what clients send and answers how it is. */
const update = defineRoute({
  method: 'POST',
  path,
  ability: 'update_project',
  summary: 'Update the approval settings of a project (has no effect)',
  tag,
  subject: inProject,
  input: projectApprovalsInput,
  response: restProjectApprovals,
  handle: () => Promise.resolve(SETTINGS),
});

export const projectApprovalRoutes: readonly Route[] = [show, update];
