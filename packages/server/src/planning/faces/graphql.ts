import type { GraphqlBuilder } from '../../faces/graphql/builder.ts';
import { type Connection, pagedConnection } from '../../faces/graphql/connection.ts';
import { toGlobalId } from '../../faces/graphql/global-id.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import type { Context } from '../../platform/context.ts';
import { getProjectAccess } from '../../projects/index.ts';
import { extendWithIssues } from '../issues/faces/graphql/index.ts';
import { type LabelView } from '../labels/reads/label-views.ts';
import { listLabels } from '../labels/reads/list-labels.ts';
import { listMilestones } from '../milestones/reads/list-milestones.ts';
import type { MilestoneView } from '../milestones/reads/milestone-views.ts';
import { type Place, projectPlace } from '../planning-place.ts';

declare module '../../faces/graphql/builder.ts' {
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

/** The project as a place of labels and milestones; undefined when this person may not read those. */
async function placeOf(
  ctx: Context,
  projectId: number,
  ability: 'read_labels' | 'read_milestones',
): Promise<Place | undefined> {
  const access = await getProjectAccess(ctx, projectId);
  return isAllowed(ctx.actor, ability, access.policy) ? projectPlace(ctx, access) : undefined;
}

/** Labels and milestones of projects. */
export function extendWithPlanning(builder: GraphqlBuilder): void {
  extendWithIssues(builder);
  addTypes(builder);
  builder.objectFields('Project', (t) => ({
    labels: t.field({
      type: 'LabelConnection',
      nullable: true,
      description: 'Those of the project and of the groups above it.',
      args: { searchTerm: t.arg.string(), first: t.arg.int(), after: t.arg.string() },
      resolve: async ({ project }, { searchTerm, ...args }, { ctx }) => {
        const place = await placeOf(ctx, project.id, 'read_labels');
        if (!place) return null;
        return pagedConnection(args, (request) => listLabels(ctx, place, { search: searchTerm ?? undefined }, request));
      },
    }),
    milestones: t.field({
      type: 'MilestoneConnection',
      nullable: true,
      args: {
        includeAncestors: t.arg.boolean(),
        searchTitle: t.arg.string(),
        first: t.arg.int(),
        after: t.arg.string(),
      },
      resolve: async ({ project }, { includeAncestors, searchTitle, ...args }, { ctx }) => {
        const place = await placeOf(ctx, project.id, 'read_milestones');
        if (!place) return null;
        const filter = { withAncestors: includeAncestors ?? false, ...(searchTitle && { search: searchTitle }) };
        return pagedConnection(args, (request) => listMilestones(ctx, place, filter, request));
      },
    }),
  }));
}
