import type { Extensions } from '../../platform/extensions.ts';
import { idInput, pagingInput } from '@tributary/contract/core/inputs.ts';
import {
  getMilestone,
  groupContainer,
  type ContainerWithAncestors,
  ownByDefault,
  projectContainer,
  titleHtml,
} from '../../planning/index.ts';
import { z } from 'zod';
import { listMergeRequestsInput, type ListMergeRequestsInput } from '@tributary/contract/merge-requests/inputs.ts';
import { restMergeRequestBasic } from '@tributary/contract/merge-requests/rest.ts';
import { fail } from '@tributary/contract/errors/app-error.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { type PagedAnswer, paged } from '../../endpoints/rest/pagination.ts';
import type { Context } from '../../platform/context.ts';
import { getDeploymentAccess } from '../../environments/index.ts';
import { authorize } from '../../platform/policy/policy.ts';
import { inGroup, inMergeRequests, inProject } from '../../projects/index.ts';
import { defineCommitMergeRequests } from '../../repositories/index.ts';
import { filterOfInput, orderOfInput } from '../listing/filter-of-input.ts';
import { listMergeRequests } from '../reads/list-merge-requests.ts';
import { descriptionHtml, type MergeRequestView } from '../reads/merge-request-views.ts';
import { identity, toRestBasic } from '../render/to-rest.ts';
import type { MergeRequestFilter } from '../store/listing.ts';

async function list(ctx: Context, input: ListMergeRequestsInput, place: MergeRequestFilter): Promise<PagedAnswer> {
  const filter = { ...(await filterOfInput(ctx, input)), ...place };
  const page = await listMergeRequests(ctx, filter, {
    page: input.page,
    perPage: input.per_page,
    order: orderOfInput(input),
  });
  const instanceUrl = ctx.config.url;
  if (input.view === 'simple') return paged(page, (view) => identity(view, instanceUrl));
  const htmls = input.render_html ? await descriptionHtmls(ctx, page.items) : undefined;
  return paged(page, (view) => {
    const html = htmls && { title: titleHtml(view.row.title), description: htmls.get(view.row.id) ?? '' };
    return toRestBasic(view, {
      instanceUrl,
      withLabelDetails: input.with_labels_details ?? false,
      ...(html && { html }),
    });
  });
}

async function descriptionHtmls(ctx: Context, views: readonly MergeRequestView[]): Promise<Map<number, string>> {
  const entries = views.map(async ({ row, project }): Promise<[number, string]> => [
    row.id,
    await descriptionHtml(ctx, row, project),
  ]);
  return new Map(await Promise.all(entries));
}

/** What has the milestone, which must be one of this place. */
async function listOfMilestone(
  ctx: Context,
  place: ContainerWithAncestors,
  id: number,
  paging: z.output<typeof pagedInput>,
) {
  const milestone = await getMilestone(ctx, place, { id });
  return list(ctx, listMergeRequestsInput.parse(paging), { milestoneIds: [milestone.id] });
}

const pagedInput = z.strictObject(pagingInput);
const byMilestone = z.object({ milestone_id: idInput });
const response = z.array(restMergeRequestBasic);

export const listRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/merge_requests',
    ability: 'search',
    summary: 'List merge requests',
    tag: 'Merge requests',
    input: listMergeRequestsInput,
    response,
    handle: async ({ ctx, input }) => list(ctx, ownByDefault(ctx, input), {}),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/merge_requests',
    ability: 'read_group',
    summary: 'List merge requests of a group',
    tag: 'Merge requests',
    subject: inGroup,
    input: listMergeRequestsInput,
    response,
    handle: ({ ctx, input, subject }) => list(ctx, input, { namespaceId: subject.namespace.id }),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/merge_requests',
    ability: 'read_merge_request',
    summary: 'List merge requests of a project',
    tag: 'Merge requests',
    subject: inMergeRequests,
    input: listMergeRequestsInput,
    response,
    handle: ({ ctx, input, subject }) => list(ctx, input, { projectId: subject.project.id }),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/deployments/:deployment_id/merge_requests',
    ability: 'read_merge_request',
    summary: 'List the merge requests that a deployment brought to its environment',
    tag: 'Deployments',
    params: z.object({ deployment_id: idInput }),
    subject: inMergeRequests,
    input: listMergeRequestsInput,
    response,
    handle: async ({ ctx, input, subject, params }) => {
      const { deployment, policy } = await getDeploymentAccess(ctx, subject.project.id, params.deployment_id);
      authorize(ctx.actor, 'read_environment', policy);
      return list(ctx, input, { projectId: subject.project.id, deployed: { deploymentId: deployment.id } });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/milestones/:milestone_id/merge_requests',
    ability: 'read_milestones',
    summary: 'List the merge requests of a milestone of a project',
    tag: 'Merge requests',
    params: byMilestone,
    subject: inProject,
    input: pagedInput,
    response,
    handle: async ({ ctx, input, subject, params }) =>
      listOfMilestone(ctx, await projectContainer(ctx, subject), params.milestone_id, input),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/milestones/:milestone_id/merge_requests',
    ability: 'read_milestones',
    summary: 'List the merge requests of a milestone of a group',
    tag: 'Merge requests',
    params: byMilestone,
    subject: inGroup,
    input: pagedInput,
    response,
    handle: async ({ ctx, input, subject, params }) =>
      listOfMilestone(ctx, await groupContainer(ctx, subject), params.milestone_id, input),
  }),
];

export const mergeRequestsRestList: Extensions = [
  defineCommitMergeRequests(async (ctx, access, { sha, state, page, perPage }) => {
    const known = listMergeRequestsInput.shape.state.safeParse(state ?? 'all');
    if (!known.success) return fail('bad_parameter', { name: 'state' });
    const states = known.data === undefined || known.data === 'all' ? undefined : [known.data];
    const filter = { projectId: access.project.id, commitSha: sha, states };
    const found = await listMergeRequests(ctx, filter, {
      page,
      perPage,
      order: { by: 'created_at', direction: 'desc' },
    });
    return { ...found, items: found.items.map((view) => toRestBasic(view, { instanceUrl: ctx.config.url })) };
  }),
];
