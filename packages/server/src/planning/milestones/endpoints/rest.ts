import { idInput } from '@tributary/contract/core/inputs.ts';
import {
  createMilestoneInput,
  listMilestonesInput,
  restMilestone,
  updateMilestoneInput,
} from '@tributary/contract/planning/rest.ts';
import { z } from 'zod';
import { sentForm, writeSent } from '../../../discussions/index.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { makeOnce } from '../../../platform/done-once.ts';
import { inGroup, inProject } from '../../../projects/index.ts';
import {
  groupContainer,
  loadContainer,
  type ContainerWithAncestors,
  projectContainer,
} from '../../planning-container.ts';
import { createMilestone } from '../operations/create-milestone.ts';
import { promoteMilestone } from '../operations/promote-milestone.ts';
import { deleteMilestone, updateMilestone } from '../operations/update-milestone.ts';
import { getMilestone, listMilestones } from '../reads/list-milestones.ts';
import { toRestMilestone } from '../render/to-rest-milestone.ts';

async function answerOne(ctx: Context, place: ContainerWithAncestors, id: number) {
  return toRestMilestone(ctx.config.url, await getMilestone(ctx, place, { id }));
}

/** The days that the milestones must touch. */
function daysOf(input: z.output<typeof listMilestonesInput>): { from?: string; to?: string } {
  const { containing_date: day, start_date: from, end_date: to } = input;
  if (day !== undefined) return { from: day, to: day };
  return from !== undefined && to !== undefined ? { from, to } : {};
}

async function answerList(ctx: Context, place: ContainerWithAncestors, input: z.output<typeof listMilestonesInput>) {
  const filter = {
    state: input.state === 'all' ? undefined : input.state,
    iids: input.iids,
    title: input.title,
    search: input.search,
    searchTitle: input.search_title,
    ...daysOf(input),
    updatedAfter: input.updated_after,
    updatedBefore: input.updated_before,
    withAncestors: input.include_ancestors ?? input.include_parent_milestones ?? false,
    withDescendants: input.include_descendants ?? false,
  };
  const page = await listMilestones(ctx, place, filter, { page: input.page, perPage: input.per_page });
  return paged(page, (milestone) => toRestMilestone(ctx.config.url, milestone));
}

/** What a request asks for, and the form of a page that it may have come from. */
type Sent<Input> = { input: Input; headers: Parameters<typeof sentForm>[0] };

const dateOf = (value: string | null | undefined) => (value === '' ? null : value);

async function create(
  ctx: Context,
  place: ContainerWithAncestors,
  { input, headers }: Sent<z.output<typeof createMilestoneInput>>,
) {
  const { title, description, due_date: dueDate, start_date: startDate } = input;
  const fields = { title, description, dueDate: dateOf(dueDate), startDate: dateOf(startDate) };
  const { form, idempotencyKey: key } = sentForm(headers, input);
  const asked = { act: `milestone.create:${place.kind}:${place.id}`, key };
  const make = (inner: Context) => createMilestone(inner, { place, ...fields });
  return answerOne(ctx, place, await writeSent(ctx, form, (inner) => makeOnce(inner, asked, make)));
}

const STATES = { close: 'closed', activate: 'active' } as const;

async function change(
  ctx: Context,
  place: ContainerWithAncestors,
  milestoneId: number,
  { input, headers }: Sent<z.output<typeof updateMilestoneInput>>,
) {
  const wish = {
    place,
    milestoneId,
    title: input.title,
    description: input.description,
    dueDate: dateOf(input.due_date),
    startDate: dateOf(input.start_date),
    state: input.state_event && STATES[input.state_event],
    lastKnownVersion: input.last_known_updated_at,
  };
  await writeSent(ctx, sentForm(headers, input).form, (inner) => updateMilestone(inner, wish));
  return answerOne(ctx, place, milestoneId);
}

const byId = z.object({ milestone_id: idInput });
const tag = 'Milestones';
const list = z.array(restMilestone);

const ofProjects: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/milestones',
    ability: 'read_milestones',
    tag,
    summary: 'List the milestones of a project',
    input: listMilestonesInput,
    subject: inProject,
    response: list,
    handle: async ({ ctx, subject, input }) => answerList(ctx, await projectContainer(ctx, subject), input),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/milestones/:milestone_id',
    ability: 'read_milestones',
    tag,
    summary: 'Get a milestone of a project',
    params: byId,
    subject: inProject,
    response: restMilestone,
    handle: async ({ ctx, subject, params }) =>
      answerOne(ctx, await projectContainer(ctx, subject), params.milestone_id),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/milestones',
    ability: 'admin_milestones',
    tag,
    summary: 'Create a project milestone',
    input: createMilestoneInput,
    subject: inProject,
    response: restMilestone,
    handle: async ({ ctx, subject, ...sent }) => create(ctx, await projectContainer(ctx, subject), sent),
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/milestones/:milestone_id',
    ability: 'admin_milestones',
    tag,
    summary: 'Update, close or reopen a project milestone',
    params: byId,
    input: updateMilestoneInput,
    subject: inProject,
    response: restMilestone,
    handle: async ({ ctx, subject, params, ...sent }) =>
      change(ctx, await projectContainer(ctx, subject), params.milestone_id, sent),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/milestones/:milestone_id',
    ability: 'admin_milestones',
    tag,
    summary: 'Delete a project milestone',
    params: byId,
    subject: inProject,
    changedAt: async ({ ctx, subject, params }) =>
      (await getMilestone(ctx, await projectContainer(ctx, subject), { id: params.milestone_id })).updatedAt,
    handle: async ({ ctx, subject, params }) =>
      deleteMilestone(ctx, { place: await projectContainer(ctx, subject), milestoneId: params.milestone_id }),
  }),
];

const ofGroups: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/groups/:id/milestones',
    ability: 'read_milestones',
    tag,
    summary: 'List the milestones of a group',
    input: listMilestonesInput,
    subject: inGroup,
    response: list,
    handle: async ({ ctx, subject, input }) => answerList(ctx, await groupContainer(ctx, subject), input),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/milestones/:milestone_id',
    ability: 'read_milestones',
    tag,
    summary: 'Get a milestone of a group',
    params: byId,
    subject: inGroup,
    response: restMilestone,
    handle: async ({ ctx, subject, params }) => answerOne(ctx, await groupContainer(ctx, subject), params.milestone_id),
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/milestones',
    ability: 'admin_milestones',
    tag,
    summary: 'Create a group milestone',
    input: createMilestoneInput,
    subject: inGroup,
    response: restMilestone,
    handle: async ({ ctx, subject, ...sent }) => create(ctx, await groupContainer(ctx, subject), sent),
  }),
  defineRoute({
    method: 'PUT',
    path: '/groups/:id/milestones/:milestone_id',
    ability: 'admin_milestones',
    tag,
    summary: 'Update, close or reopen a group milestone',
    params: byId,
    input: updateMilestoneInput,
    subject: inGroup,
    response: restMilestone,
    handle: async ({ ctx, subject, params, ...sent }) =>
      change(ctx, await groupContainer(ctx, subject), params.milestone_id, sent),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/groups/:id/milestones/:milestone_id',
    ability: 'admin_milestones',
    tag,
    summary: 'Delete a group milestone',
    params: byId,
    subject: inGroup,
    changedAt: async ({ ctx, subject, params }) =>
      (await getMilestone(ctx, await groupContainer(ctx, subject), { id: params.milestone_id })).updatedAt,
    handle: async ({ ctx, subject, params }) =>
      deleteMilestone(ctx, { place: await groupContainer(ctx, subject), milestoneId: params.milestone_id }),
  }),
];

const promote = defineRoute({
  method: 'POST',
  path: '/projects/:id/milestones/:milestone_id/promote',
  ability: 'admin_milestones',
  tag,
  summary: 'Promote a project milestone to a group milestone',
  params: byId,
  subject: inProject,
  response: restMilestone,
  status: 200,
  handle: async ({ ctx, subject, params }) => {
    const { id: projectId, namespace_id: groupId } = subject.project;
    const id = await promoteMilestone(ctx, { projectId, milestoneId: params.milestone_id });
    return answerOne(ctx, await loadContainer(ctx, { kind: 'group', id: groupId }), id);
  },
});

export const milestoneRoutes: Route[] = [...ofProjects, promote, ...ofGroups];
