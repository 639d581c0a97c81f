import type { Extensions } from '../../../platform/extensions.ts';
import { failFields, type FieldErrors } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { describeConstraint } from '../../../platform/db/database-errors.ts';
import { emit } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { loadContainer, ownersOf, type ContainerWithAncestors, type ContainerKey } from '../../planning-container.ts';
import { announceMilestone } from '../hook-payloads.ts';
import { getMilestone } from '../reads/list-milestones.ts';
import { insertMilestone, listMilestoneRecords, nextMilestoneIid } from '../milestone-store.ts';

export const TAKEN = 'already being used for another group or project milestone.';
const title = { code: 'validation_failed', field: 'title', message: TAKEN } as const;

export type MilestoneFields = {
  title?: string | undefined;
  description?: string | null | undefined;
  /** `YYYY-MM-DD`; null takes it away. */
  startDate?: string | null | undefined;
  dueDate?: string | null | undefined;
};

/** Throws when the milestone would be like this. */
export async function checkMilestone(
  ctx: Context,
  place: ContainerWithAncestors,
  wanted: { title: string; startDate: string | null; dueDate: string | null },
  ownId?: number,
): Promise<void> {
  const fields: FieldErrors = {};
  if (wanted.title === '') fields['title'] = ["can't be blank"];
  else if (wanted.title.length > 255) fields['title'] = ['is too long (maximum is 255 characters)'];
  else {
    const query = { owners: ownersOf(place, true), title: wanted.title };
    const { rows } = await listMilestoneRecords(ctx.db, query, { sort: 'title_asc', offset: 0, limit: 2 });
    if (rows.some((row) => row.id !== ownId)) fields['title'] = [TAKEN];
  }
  if (wanted.startDate && wanted.dueDate && wanted.dueDate < wanted.startDate) {
    fields['due_date'] = ['must be greater than start date'];
  }
  if (Object.keys(fields).length > 0) failFields(fields);
}

/** Makes a milestone of a project or group; returns its id. */
export const createMilestone = defineOperation<
  MilestoneFields & { place: ContainerKey; title: string },
  ContainerWithAncestors,
  number
>({
  name: 'milestone.create',
  load: (ctx, input) => loadContainer(ctx, input.place),
  check: (ctx, place) => can(ctx.actor, 'admin_milestones', place.policy),
  run: async (ctx, place, input) => {
    const wanted = {
      title: input.title.trim(),
      startDate: input.startDate ?? null,
      dueDate: input.dueDate ?? null,
    };
    await checkMilestone(ctx, place, wanted);
    const owner = place.kind === 'project' ? { projectId: place.id } : { groupId: place.id };
    const milestone = await insertMilestone(ctx.db, {
      iid: await nextMilestoneIid(ctx.db, owner),
      project_id: place.kind === 'project' ? place.id : null,
      namespace_id: place.kind === 'group' ? place.id : null,
      title: wanted.title,
      description: input.description ?? '',
      start_date: wanted.startDate,
      due_date: wanted.dueDate,
    });
    await emit(ctx, 'milestone.created', { milestoneId: milestone.id });
    await announceMilestone(ctx, await getMilestone(ctx, place, { id: milestone.id }), 'create');
    return milestone.id;
  },
});

export const milestonesCreateMilestone: Extensions = [
  describeConstraint('milestones_project_title_key', title),
  describeConstraint('milestones_namespace_title_key', title),
];
