import { AppError } from '@tributary/contract/errors/app-error.ts';
import { emit } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { loadContainer, type ContainerWithAncestors, type ContainerKey } from '../../planning-container.ts';
import { announceMilestone } from '../hook-payloads.ts';
import { detachMilestone } from '../milestone-contents.ts';
import { deleteMilestoneRow, lockMilestone, updateMilestoneRow } from '../milestone-store.ts';
import { getMilestone } from '../reads/list-milestones.ts';
import type { MilestoneView } from '../reads/milestone-views.ts';
import { checkMilestone, type MilestoneFields } from './create-milestone.ts';

export type UpdateMilestoneInput = MilestoneFields & {
  place: ContainerKey;
  milestoneId: number;
  state?: 'active' | 'closed' | undefined;
  /** Version the editor began with; what changed since is not overwritten. */
  lastKnownVersion?: string | undefined;
};

/** What its form holds. */
const SAID = ['title', 'description', 'startDate', 'dueDate'] as const;

type Loaded = { place: ContainerWithAncestors; milestone: MilestoneView };

/** Changes, closes or opens a milestone of this place. */
export const updateMilestone = defineOperation<UpdateMilestoneInput, Loaded, void>({
  name: 'milestone.update',
  load: async (ctx, input) => {
    const place = await loadContainer(ctx, input.place);
    await lockMilestone(ctx.db, input.milestoneId);
    return { place, milestone: await getMilestone(ctx, place, { id: input.milestoneId }) };
  },
  check: (ctx, { place }) => can(ctx.actor, 'admin_milestones', place.policy),
  run: async (ctx, { place, milestone }, input) => {
    const wanted = {
      title: input.title?.trim() ?? milestone.title,
      description: input.description === undefined ? milestone.description : (input.description ?? ''),
      startDate: input.startDate === undefined ? milestone.startDate : input.startDate,
      dueDate: input.dueDate === undefined ? milestone.dueDate : input.dueDate,
    };
    const isSame = SAID.every((name) => wanted[name] === milestone[name]);
    if (!isSame && input.lastKnownVersion !== undefined && input.lastKnownVersion !== milestone.version) {
      throw new AppError('milestone_changed', { version: milestone.version });
    }
    await checkMilestone(ctx, place, wanted, milestone.id);
    await updateMilestoneRow(ctx.db, milestone.id, {
      title: wanted.title,
      start_date: wanted.startDate,
      due_date: wanted.dueDate,
      description: wanted.description,
      ...(!isSame && { last_edited_at: ctx.clock.now() }),
      ...(input.state && { state: input.state }),
    });
    await emit(ctx, 'milestone.updated', { milestoneId: milestone.id });
    if (input.state !== undefined && input.state !== milestone.state) {
      const now = await getMilestone(ctx, place, { id: milestone.id });
      await announceMilestone(ctx, now, input.state === 'closed' ? 'close' : 'reopen');
    }
  },
});

/** Removes a milestone; what belonged to it stays without one, and says so. */
export const deleteMilestone = defineOperation<{ place: ContainerKey; milestoneId: number }, Loaded, void>({
  name: 'milestone.delete',
  load: async (ctx, input) => {
    const place = await loadContainer(ctx, input.place);
    return { place, milestone: await getMilestone(ctx, place, { id: input.milestoneId }) };
  },
  check: (ctx, { place }) => can(ctx.actor, 'admin_milestones', place.policy),
  run: async (ctx, { milestone }) => {
    await detachMilestone(ctx, milestone.id);
    await emit(ctx, 'milestone.deleted', { milestoneId: milestone.id });
    await announceMilestone(ctx, milestone, 'delete');
    await deleteMilestoneRow(ctx.db, milestone.id);
  },
});
