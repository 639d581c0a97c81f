import { idInput, pagingInput } from '@tributary/contract/core/inputs.ts';
import { slicePage } from '@tributary/contract/core/paging.ts';
import { changeStatusCheckInput, statusCheckInput } from '@tributary/contract/status-checks/inputs.ts';
import { type RestExternalStatusCheck, restExternalStatusCheck } from '@tributary/contract/status-checks/rest.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import type { Context } from '../../platform/context.ts';
import { inProject } from '../../projects/index.ts';
import { listProtectionRules, nameProtectionRules, toRestProtectedBranch } from '../../repositories/index.ts';
import { changeCheck, createCheck, removeCheck } from '../operations/manage-checks.ts';
import { projectChecks, type StatusCheckRow } from '../reads/statuses.ts';

const tag = 'External status checks';
const path = '/projects/:id/external_status_checks';
const params = z.object({ check_id: idInput });

async function render(ctx: Context, checks: readonly StatusCheckRow[]): Promise<RestExternalStatusCheck[]> {
  const [first] = checks;
  const rules = first ? await nameProtectionRules(ctx, await listProtectionRules(ctx.db, first.project_id)) : [];
  return checks.map((check) => ({
    id: check.id,
    name: check.name,
    project_id: check.project_id,
    external_url: check.external_url,
    hmac: check.secret_sealed !== null,
    protected_branches: rules
      .filter(({ rule }) => check.branchIds.includes(rule.id))
      .map((rule) => toRestProtectedBranch(rule)),
  }));
}

async function renderOne(ctx: Context, check: StatusCheckRow): Promise<RestExternalStatusCheck> {
  const [rendered] = await render(ctx, [check]);
  if (!rendered) throw new Error('one check has one form');
  return rendered;
}

export const projectCheckRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path,
    ability: 'read_external_status_checks',
    summary: 'List the external status checks of a project',
    tag,
    subject: inProject,
    input: z.strictObject(pagingInput),
    response: z.array(restExternalStatusCheck),
    handle: async ({ ctx, subject, input: { page, per_page: perPage } }) => {
      const sliced = slicePage(await projectChecks(ctx, subject.project.id), { page, perPage });
      return paged({ ...sliced, items: await render(ctx, sliced.items) }, (item) => item);
    },
  }),
  defineRoute({
    method: 'POST',
    path,
    ability: 'manage_status_checks',
    summary: 'Create an external status check',
    tag,
    subject: inProject,
    input: statusCheckInput,
    response: restExternalStatusCheck,
    handle: async ({ ctx, subject, input }) =>
      renderOne(ctx, await createCheck(ctx, { ...input, projectId: subject.project.id })),
  }),
  defineRoute({
    method: 'PUT',
    path: `${path}/:check_id`,
    ability: 'manage_status_checks',
    summary: 'Update an external status check',
    tag,
    params,
    subject: inProject,
    input: changeStatusCheckInput,
    response: restExternalStatusCheck,
    handle: async ({ ctx, subject, input, params: { check_id: checkId } }) =>
      renderOne(ctx, await changeCheck(ctx, { ...input, projectId: subject.project.id, checkId })),
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/:check_id`,
    ability: 'manage_status_checks',
    summary: 'Delete an external status check',
    tag,
    params,
    subject: inProject,
    handle: ({ ctx, subject, params: { check_id: checkId } }) =>
      removeCheck(ctx, { projectId: subject.project.id, checkId }),
  }),
];
