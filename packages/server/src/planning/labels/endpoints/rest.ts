import {
  createLabelInput,
  getLabelInput,
  listLabelsInput,
  restLabel,
  updateLabelByInput,
  updateLabelInput,
} from '@tributary/contract/planning/rest.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { idempotencyKey } from '../../../endpoints/http/idempotency-key.ts';
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
import { createLabel } from '../operations/create-label.ts';
import { promoteLabel } from '../operations/promote-label.ts';
import { updateLabel } from '../operations/update-label.ts';
import { labelAnswers } from '../reads/label-answers.ts';
import { listLabels } from '../reads/list-labels.ts';
import { answerLabel } from './answer-label.ts';
import { labelRemovalRoutes, named } from './rest-removal.ts';
import { labelSubscriptionRoutes } from './rest-subscriptions.ts';
import { toRestLabel } from '../render/to-rest-label.ts';

type Priority = number | '' | 'null' | null | undefined;
type Changes = z.output<typeof updateLabelInput>;

/** Clients take the priority away with null, its text, or nothing. */
function priorityOf(value: Priority): number | null | undefined {
  return value === '' || value === 'null' ? null : value;
}

async function answerList(ctx: Context, place: ContainerWithAncestors, input: z.output<typeof listLabelsInput>) {
  const filter = {
    withAncestors: input.only_group_labels ? false : input.include_ancestor_groups,
    withDescendants: input.include_descendant_groups,
    search: input.search,
    archived: input.archived,
  };
  const page = await listLabels(ctx, place, filter, { page: input.page, perPage: input.per_page });
  const answers = await labelAnswers(ctx, place, page.items, { withCounts: input.with_counts });
  const inProject = place.kind === 'project';
  return paged({ ...page, items: answers }, (answer) => toRestLabel(answer.label, { ...answer, inProject }));
}

type Asked = { input: z.output<typeof createLabelInput>; headers: Parameters<typeof idempotencyKey>[0] };

async function create(ctx: Context, place: ContainerWithAncestors, { input, headers }: Asked) {
  const asked = { act: `label.create:${place.kind}:${place.id}`, key: idempotencyKey(headers).idempotencyKey };
  const wish = { ...input, place, priority: priorityOf(input.priority) };
  return answerLabel(ctx, place, await makeOnce(ctx, asked, (inner) => createLabel(inner, wish)));
}

async function change(ctx: Context, place: ContainerWithAncestors, label: string | number, input: Changes) {
  const { new_name: name, priority, color, description, archived } = input;
  const id = await updateLabel(ctx, {
    place,
    label,
    name,
    color,
    description,
    archived,
    priority: priorityOf(priority),
  });
  return answerLabel(ctx, place, id);
}

const byName = z.object({ name: z.string() });
const tag = 'Labels';
const labels = z.array(restLabel);

const ofProjects: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/labels',
    ability: 'read_labels',
    tag,
    summary: 'List the labels available in a project',
    input: listLabelsInput,
    subject: inProject,
    response: labels,
    handle: async ({ ctx, subject, input }) => answerList(ctx, await projectContainer(ctx, subject), input),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/labels/:name',
    ability: 'read_labels',
    tag,
    summary: 'Get a label by ID or name',
    params: byName,
    input: getLabelInput,
    subject: inProject,
    response: restLabel,
    handle: async ({ ctx, subject, params }) => answerLabel(ctx, await projectContainer(ctx, subject), params.name),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/labels',
    ability: 'admin_labels',
    tag,
    summary: 'Create a project label',
    input: createLabelInput,
    subject: inProject,
    response: restLabel,
    handle: async ({ ctx, subject, ...asked }) => create(ctx, await projectContainer(ctx, subject), asked),
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/labels',
    ability: 'admin_labels',
    tag,
    summary: 'Update the label specified in the request body',
    input: updateLabelByInput,
    subject: inProject,
    response: restLabel,
    handle: async ({ ctx, subject, input }) => change(ctx, await projectContainer(ctx, subject), named(input), input),
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/labels/:name',
    ability: 'admin_labels',
    tag,
    summary: 'Update a label by ID or name',
    params: byName,
    input: updateLabelInput,
    subject: inProject,
    response: restLabel,
    handle: async ({ ctx, subject, params, input }) =>
      change(ctx, await projectContainer(ctx, subject), params.name, input),
  }),
];

const ofGroups: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/groups/:id/labels',
    ability: 'read_labels',
    tag,
    summary: 'List the labels of a group',
    input: listLabelsInput,
    subject: inGroup,
    response: labels,
    handle: async ({ ctx, subject, input }) => answerList(ctx, await groupContainer(ctx, subject), input),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/labels/:name',
    ability: 'read_labels',
    tag,
    summary: 'Get a group label by ID or name',
    params: byName,
    input: getLabelInput,
    subject: inGroup,
    response: restLabel,
    handle: async ({ ctx, subject, params }) => answerLabel(ctx, await groupContainer(ctx, subject), params.name),
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/labels',
    ability: 'admin_labels',
    tag,
    summary: 'Create a group label',
    input: createLabelInput,
    subject: inGroup,
    response: restLabel,
    handle: async ({ ctx, subject, ...asked }) => create(ctx, await groupContainer(ctx, subject), asked),
  }),
  defineRoute({
    method: 'PUT',
    path: '/groups/:id/labels',
    ability: 'admin_labels',
    tag,
    summary: 'Update the group label specified in the request body',
    input: updateLabelByInput,
    subject: inGroup,
    response: restLabel,
    handle: async ({ ctx, subject, input }) => change(ctx, await groupContainer(ctx, subject), named(input), input),
  }),
  defineRoute({
    method: 'PUT',
    path: '/groups/:id/labels/:name',
    ability: 'admin_labels',
    tag,
    summary: 'Update a group label by ID or name',
    params: byName,
    input: updateLabelInput,
    subject: inGroup,
    response: restLabel,
    handle: async ({ ctx, subject, params, input }) =>
      change(ctx, await groupContainer(ctx, subject), params.name, input),
  }),
];

const promote = defineRoute({
  method: 'PUT',
  path: '/projects/:id/labels/:name/promote',
  ability: 'admin_labels',
  tag,
  summary: 'Promote a project label to a group label',
  params: byName,
  subject: inProject,
  response: restLabel,
  handle: async ({ ctx, subject, params }) => {
    const id = await promoteLabel(ctx, { projectId: subject.project.id, label: params.name });
    return answerLabel(ctx, await loadContainer(ctx, { kind: 'group', id: subject.project.namespace_id }), id);
  },
});

export const labelRoutes: Route[] = [
  ...ofProjects,
  promote,
  ...ofGroups,
  ...labelRemovalRoutes,
  ...labelSubscriptionRoutes,
];
