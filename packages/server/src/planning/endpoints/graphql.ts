import { slicePage } from '@tributary/contract/core/paging.ts';
import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { type Connection, type ConnectionArgs, pagedConnection } from '../../endpoints/graphql/connection.ts';
import { toGlobalId } from '../../endpoints/graphql/global-id.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import type { Context } from '../../platform/context.ts';
import { type ContainerKey, loadContainer, type ContainerWithAncestors } from '../planning-container.ts';
import { addSingleThings } from './graphql-single-things.ts';
import { extendWithIssues } from '../issues/endpoints/graphql/index.ts';
import { type LabelView } from '../labels/reads/label-views.ts';
import { type LabelFilter, listLabels } from '../labels/reads/list-labels.ts';
import { listMilestones, listMilestonesFor } from '../milestones/reads/list-milestones.ts';
import { addTimelogs } from '../time-tracking/endpoints/graphql-timelogs.ts';
import type { MilestoneView } from '../milestones/reads/milestone-views.ts';

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    Label: LabelView;
    LabelConnection: Connection<LabelView>;
    Milestone: MilestoneView;
    MilestoneConnection: Connection<MilestoneView>;
  }
}

function addTypes(builder: GraphqlBuilder): void {
  builder.objectType('Label', {
    fields: (t) => ({
      id: t.id({
        nullable: false,
        resolve: ({ id, owner }) => toGlobalId(owner.kind === 'group' ? 'GroupLabel' : 'ProjectLabel', id),
      }),
      title: t.string({ nullable: false, resolve: (label) => label.name }),
      color: t.exposeString('color', { nullable: false }),
      textColor: t.exposeString('textColor', { nullable: false }),
      description: t.exposeString('description', { nullable: true }),
      archived: t.exposeBoolean('archived', { nullable: false }),
    }),
  });
  builder.objectType('LabelConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['Label'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
  builder.objectType('Milestone', {
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: (milestone) => toGlobalId('Milestone', milestone.id) }),
      iid: t.id({ nullable: false, resolve: (milestone) => String(milestone.iid) }),
      title: t.exposeString('title', { nullable: false }),
      description: t.exposeString('description', { nullable: true }),
      state: t.string({ nullable: false, resolve: (milestone) => milestone.state }),
      expired: t.boolean({ nullable: false, resolve: (milestone) => milestone.isExpired }),
      startDate: t.exposeString('startDate', { nullable: true }),
      dueDate: t.exposeString('dueDate', { nullable: true }),
      groupMilestone: t.boolean({ nullable: false, resolve: ({ owner }) => owner.kind === 'group' }),
      projectMilestone: t.boolean({ nullable: false, resolve: ({ owner }) => owner.kind === 'project' }),
      webPath: t.string({ nullable: false, resolve: (milestone) => milestone.href }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: (milestone) => milestone.createdAt }),
      updatedAt: t.field({ type: 'Time', nullable: false, resolve: (milestone) => milestone.updatedAt }),
    }),
  });
  builder.objectType('MilestoneConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['Milestone'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
}

/** `Release.milestones`, as far as the reader may see milestones. */
function addReleaseMilestones(builder: GraphqlBuilder): void {
  builder.objectField('Release', 'milestones', (t) =>
    t.field({
      type: 'MilestoneConnection',
      nullable: true,
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: async ({ milestones }, args, { ctx }) => {
        const found = await listMilestonesFor(
          ctx,
          milestones.map(({ id }) => id),
        );
        return pagedConnection(args, async (request) => slicePage(found, request));
      },
    }),
  );
}

/** Where labels and milestones belong to; undefined when this user may not read those. */
async function placeOf(
  ctx: Context,
  key: ContainerKey,
  ability: 'read_labels' | 'read_milestones',
): Promise<ContainerWithAncestors | undefined> {
  const place = await loadContainer(ctx, key);
  return isAllowed(ctx.actor, ability, place.policy) ? place : undefined;
}

type Asked<T> = { [K in keyof T]?: T[K] | null | undefined };

async function labelsOf(ctx: Context, key: ContainerKey, filter: LabelFilter, args: ConnectionArgs) {
  const place = await placeOf(ctx, key, 'read_labels');
  return place ? pagedConnection(args, (request) => listLabels(ctx, place, filter, request)) : null;
}

type MilestoneArguments = ConnectionArgs &
  Asked<{
    includeAncestors: boolean;
    includeDescendants: boolean;
    searchTitle: string;
    title: string;
    state: 'active' | 'closed';
  }>;

async function milestonesOf(
  ctx: Context,
  key: ContainerKey,
  { includeAncestors, includeDescendants, searchTitle, title, state, ...args }: MilestoneArguments,
) {
  const place = await placeOf(ctx, key, 'read_milestones');
  if (!place) return null;
  const filter = {
    withAncestors: includeAncestors ?? false,
    withDescendants: includeDescendants ?? false,
    ...(searchTitle && { search: searchTitle }),
    ...(title && { title }),
    ...(state && { state }),
  };
  return pagedConnection(args, (request) => listMilestones(ctx, place, filter, request));
}

/** Labels and milestones of projects and groups. */
export function extendWithPlanning(builder: GraphqlBuilder): void {
  addTimelogs(builder);
  extendWithIssues(builder);
  addTypes(builder);
  addReleaseMilestones(builder);
  addSingleThings(builder);
  const page = builder.args((t) => ({ first: t.int(), after: t.string() }));
  const state = builder.enumType('MilestoneStateEnum', { values: ['active', 'closed'] as const });
  const milestones = builder.args((t) => ({
    state: t.field({ type: state }),
    title: t.string(),
    searchTitle: t.string(),
    includeAncestors: t.boolean(),
  }));
  builder.objectFields('Project', (t) => ({
    labels: t.field({
      type: 'LabelConnection',
      nullable: true,
      description: 'Labels of the project and its parent groups.',
      args: { ...page, searchTerm: t.arg.string() },
      resolve: ({ project }, { searchTerm, ...args }, { ctx }) =>
        labelsOf(ctx, { kind: 'project', id: project.id }, { search: searchTerm ?? undefined }, args),
    }),
    milestones: t.field({
      type: 'MilestoneConnection',
      nullable: true,
      args: { ...page, ...milestones },
      resolve: ({ project }, args, { ctx }) => milestonesOf(ctx, { kind: 'project', id: project.id }, args),
    }),
  }));
  builder.objectFields('Group', (t) => ({
    labels: t.field({
      type: 'LabelConnection',
      nullable: true,
      args: {
        ...page,
        searchTerm: t.arg.string(),
        includeAncestorGroups: t.arg.boolean({ defaultValue: false }),
        includeDescendantGroups: t.arg.boolean({ defaultValue: false }),
      },
      resolve: ({ id }, { searchTerm, includeAncestorGroups, includeDescendantGroups, ...args }, { ctx }) => {
        const filter = {
          search: searchTerm ?? undefined,
          withAncestors: includeAncestorGroups ?? false,
          withDescendants: includeDescendantGroups ?? false,
        };
        return labelsOf(ctx, { kind: 'group', id }, filter, args);
      },
    }),
    milestones: t.field({
      type: 'MilestoneConnection',
      nullable: true,
      args: { ...page, ...milestones, includeDescendants: t.arg.boolean() },
      resolve: ({ id }, args, { ctx }) => milestonesOf(ctx, { kind: 'group', id }, args),
    }),
  }));
}
