import type { Extensions } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import { emit } from '../../platform/events.ts';
import { projectRowsByIds } from '../../projects/index.ts';
import { defineHookPayload, defineHookSample, type HookPayload, hookProject } from '../../webhooks/index.ts';
import { listMilestoneRecords } from './milestone-store.ts';
import { type MilestoneView, toMilestoneView } from './reads/milestone-views.ts';

export type MilestoneAction = 'create' | 'close' | 'reopen' | 'delete';

/** Tells the webhooks of the project whose milestone it is. What they are told is what it is now: it may be gone later. */
export async function announceMilestone(
  ctx: Context,
  milestone: MilestoneView,
  action: MilestoneAction,
): Promise<void> {
  if (milestone.owner.kind !== 'project') return;
  const attributes = attributesOf(milestone);
  await emit(ctx, 'milestone.announced', { projectId: milestone.owner.id, action, attributes });
}

function attributesOf(milestone: MilestoneView): Record<string, unknown> {
  return {
    id: milestone.id,
    iid: milestone.iid,
    title: milestone.title,
    description: milestone.description,
    state: milestone.state,
    created_at: milestone.createdAt.toISOString(),
    updated_at: milestone.updatedAt.toISOString(),
    due_date: milestone.dueDate,
    start_date: milestone.startDate,
    group_id: null,
    project_id: milestone.owner.id,
  };
}

async function payloadOf(
  ctx: Context,
  projectId: number,
  attributes: Record<string, unknown>,
  action: MilestoneAction,
): Promise<HookPayload | null> {
  const [project] = await projectRowsByIds(ctx.db, [projectId]);
  if (!project) return null;
  return {
    projectId,
    trigger: 'milestone_events',
    eventName: 'Milestone Hook',
    body: {
      object_kind: 'milestone',
      event_type: 'milestone',
      project: await hookProject(ctx, project),
      object_attributes: { ...attributes, action },
      action,
    },
  };
}

export const milestonesHookPayloads: Extensions = [
  defineHookPayload('milestone.announced', (ctx, { data }) =>
    payloadOf(ctx, data.projectId, data.attributes, data.action),
  ),
  defineHookSample('milestone_events', async (ctx, projectId) => {
    const query = { owners: { projectIds: [projectId], groupIds: [] } };
    const { rows } = await listMilestoneRecords(ctx.db, query, { sort: 'updated_desc', offset: 0, limit: 1 });
    const [newest] = rows;
    return newest ? payloadOf(ctx, projectId, attributesOf(toMilestoneView(ctx, newest)), 'create') : null;
  }),
];
