import { restJob } from '@tributary/contract/ci/job-rest.ts';
import {
  resourceGroupParams,
  restResourceGroup,
  upcomingJobsInput,
  updateResourceGroupInput,
} from '@tributary/contract/ci/resource-groups.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { PagedAnswer } from '../../../endpoints/rest/pagination.ts';
import { inRepository } from '../../../projects/index.ts';
import { answerJobs } from '../../endpoints/answer-jobs.ts';
import { listJobs } from '../../reads/jobs.ts';
import { toRestJob } from '../../render/to-rest-job.ts';
import { changeResourceGroup } from '../operations/change-resource-group.ts';
import { getResourceGroup, type ResourceGroup, resourceGroupsOf } from '../reads/resource-groups.ts';

const tag = 'Resource groups';

const toRest = (row: ResourceGroup) => ({
  id: row.id,
  key: row.key,
  process_mode: row.process_mode,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const resourceGroupRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/resource_groups',
    ability: 'read_resource_group',
    summary: 'List the resource groups of a project',
    tag,
    subject: inRepository,
    response: z.array(restResourceGroup),
    handle: async ({ ctx, subject: { project } }) => (await resourceGroupsOf(ctx, project.id)).map(toRest),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/resource_groups/:key',
    ability: 'read_resource_group',
    summary: 'Get a resource group',
    tag,
    params: resourceGroupParams,
    subject: inRepository,
    response: restResourceGroup,
    handle: async ({ ctx, subject: { project }, params }) =>
      toRest(await getResourceGroup(ctx, project.id, params.key)),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/resource_groups/:key/upcoming_jobs',
    ability: 'read_resource_group',
    summary: 'List the jobs that wait for a resource group',
    tag,
    params: resourceGroupParams,
    input: upcomingJobsInput,
    subject: inRepository,
    response: z.array(restJob),
    handle: async ({ ctx, subject, params, input: { page, per_page: perPage } }) => {
      const { key: resourceGroup } = await getResourceGroup(ctx, subject.project.id, params.key);
      const filter = {
        projectId: subject.project.id,
        resourceGroup,
        kinds: ['build'],
        statuses: ['waiting_for_resource'],
        includesRetried: false,
      } as const;
      const found = await listJobs(ctx, filter, { page, perPage });
      return new PagedAnswer({ ...found, items: await answerJobs(ctx, subject, found.items, toRestJob) });
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/resource_groups/:key',
    ability: 'update_resource_group',
    summary: 'Change which waiting job of a resource group is next',
    tag,
    params: resourceGroupParams,
    input: updateResourceGroupInput,
    subject: inRepository,
    response: restResourceGroup,
    handle: async ({ ctx, subject: { project }, params, input: { process_mode: mode } }) =>
      toRest(await changeResourceGroup(ctx, { projectId: project.id, key: params.key, mode })),
  }),
];
