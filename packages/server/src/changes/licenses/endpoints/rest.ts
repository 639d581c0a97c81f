import { idInput, pagingInput } from '@tributary/contract/core/inputs.ts';
import { slicePage } from '@tributary/contract/core/paging.ts';
import {
  changeLicensePolicyInput,
  licensePolicyInput,
  type RestLicensePolicy,
  restLicensePolicy,
} from '@tributary/contract/licenses/policies.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import { inProject } from '../../../projects/index.ts';
import { changePolicy, createPolicy, removePolicy } from '../operations/change-policies.ts';
import { type LicensePolicyRow, policiesOf } from '../reads/policies.ts';

const tag = 'License policies';
const path = '/projects/:id/managed_licenses';
const params = z.object({ managed_license_id: idInput });

const render = ({ id, name, approval_status }: LicensePolicyRow): RestLicensePolicy => ({ id, name, approval_status });

export const licensePolicyRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path,
    ability: 'read_approval_rules',
    summary: 'List the licenses that a project allows or denies',
    tag,
    subject: inProject,
    input: z.strictObject(pagingInput),
    response: z.array(restLicensePolicy),
    handle: async ({ ctx, subject, input: { page, per_page: perPage } }) =>
      paged(slicePage(await policiesOf(ctx, subject.project.id), { page, perPage }), render),
  }),
  defineRoute({
    method: 'POST',
    path,
    ability: 'manage_approval_rules',
    summary: 'Allow or deny a license in a project',
    tag,
    subject: inProject,
    input: licensePolicyInput,
    response: restLicensePolicy,
    handle: async ({ ctx, subject, input: { name, approval_status: status } }) =>
      render(await createPolicy(ctx, { projectId: subject.project.id, name, status })),
  }),
  defineRoute({
    method: 'PATCH',
    path: `${path}/:managed_license_id`,
    ability: 'manage_approval_rules',
    summary: 'Change whether a license is allowed or denied',
    tag,
    params,
    subject: inProject,
    input: changeLicensePolicyInput,
    response: restLicensePolicy,
    handle: async ({ ctx, subject, input, params: { managed_license_id: policyId } }) =>
      render(await changePolicy(ctx, { projectId: subject.project.id, policyId, status: input.approval_status })),
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/:managed_license_id`,
    ability: 'manage_approval_rules',
    summary: 'Remove the policy of a license',
    tag,
    params,
    subject: inProject,
    handle: ({ ctx, subject, params: { managed_license_id: policyId } }) =>
      removePolicy(ctx, { projectId: subject.project.id, policyId }),
  }),
];
