import { restDeploymentExtended } from '@tributary/contract/environments/approvals.ts';
import {
  createDeploymentInput,
  listDeploymentsInput,
  restDeployment,
  updateDeploymentInput,
} from '@tributary/contract/environments/rest.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { PagedAnswer } from '../../endpoints/rest/pagination.ts';
import { inRepository } from '../../projects/index.ts';
import { createDeployment, deleteDeployment, updateDeployment } from '../operations/change-deployment.ts';
import { listDeployments } from '../reads/deployments.ts';
import type { DeploymentAccess } from '../environment-access.ts';
import { answerDeployment, answerDeployments } from './answers.ts';
import { inDeployment } from './subjects.ts';

const tag = 'Deployments';
const all = '/projects/:id/deployments';
const one = `${all}/:deployment_id`;

const which = ({ access, deployment }: DeploymentAccess) => ({
  projectId: access.project.id,
  deploymentId: deployment.id,
});

const list = defineRoute({
  method: 'GET',
  path: all,
  ability: 'read_environment',
  summary: 'List the deployments of a project',
  tag,
  input: listDeploymentsInput,
  subject: inRepository,
  response: z.array(restDeployment),
  handle: async ({ ctx, subject, input }) => {
    const filter = {
      projectId: subject.project.id,
      environment: input.environment,
      status: input.status,
      updatedAfter: input.updated_after,
      updatedBefore: input.updated_before,
      finishedAfter: input.finished_after,
      finishedBefore: input.finished_before,
    };
    const order = { by: input.order_by, sort: input.sort };
    const page = await listDeployments(ctx, filter, { page: input.page, perPage: input.per_page, order });
    return new PagedAnswer({ ...page, items: await answerDeployments(ctx, subject, page.items) });
  },
});

const show = defineRoute({
  method: 'GET',
  path: one,
  ability: 'read_environment',
  summary: 'Get a deployment',
  tag,
  subject: inDeployment,
  response: restDeploymentExtended,
  handle: ({ ctx, subject: { access, deployment } }) => answerDeployment(ctx, access, deployment),
});

const create = defineRoute({
  method: 'POST',
  path: all,
  ability: 'create_deployment',
  summary: 'Report a deployment that another system makes',
  tag,
  input: createDeploymentInput,
  subject: inRepository,
  response: restDeploymentExtended,
  handle: async ({ ctx, subject, input: { environment, sha, ref, tag: isTag, status } }) => {
    const asked = { projectId: subject.project.id, environment, sha, ref, isTag, status };
    return answerDeployment(ctx, subject, await createDeployment(ctx, asked));
  },
});

const update = defineRoute({
  method: 'PUT',
  path: one,
  ability: 'update_deployment',
  summary: 'Update the status of a deployment that another system makes',
  tag,
  input: updateDeploymentInput,
  subject: inDeployment,
  response: restDeploymentExtended,
  handle: async ({ ctx, subject, input: { status } }) =>
    answerDeployment(ctx, subject.access, await updateDeployment(ctx, { ...which(subject), status })),
});

const remove = defineRoute({
  method: 'DELETE',
  path: one,
  ability: 'destroy_deployment',
  summary: 'Delete a deployment',
  tag,
  subject: inDeployment,
  handle: async ({ ctx, subject }) => {
    await deleteDeployment(ctx, which(subject));
  },
});

export const deploymentRoutes: Route[] = [list, show, create, update, remove];
