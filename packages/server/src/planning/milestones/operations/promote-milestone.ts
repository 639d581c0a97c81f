import { failFields } from '@tributary/contract/errors/app-error.ts';
import { emit } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { loadContainer, ownersOf, type ContainerWithAncestors } from '../../planning-container.ts';
import { renameInResourceEvents } from '../../resource-events/events-store.ts';
import { canPromote, groupAbove } from '../../shared/group-above.ts';
import { replaceMilestones } from '../milestone-contents.ts';
import {
  deleteMilestoneRow,
  listMilestoneRecords,
  lockProjectMilestonesBelow,
  nextMilestoneIid,
  updateMilestoneRow,
} from '../milestone-store.ts';
import { getMilestone } from '../reads/list-milestones.ts';
import type { MilestoneView } from '../reads/milestone-views.ts';
import { TAKEN } from './create-milestone.ts';

export type PromoteMilestoneInput = { projectId: number; milestoneId: number };
type Loaded = { project: ContainerWithAncestors; group: ContainerWithAncestors; milestone: MilestoneView };

/**
 * Makes a project's milestone one of the group that the project is in, and puts it in the place of milestones with the
 * same title in all projects below that group. Returns its id.
 */
export const promoteMilestone = defineOperation<PromoteMilestoneInput, Loaded, number>({
  name: 'milestone.promote',
  load: async (ctx, input) => {
    const project = await loadContainer(ctx, { kind: 'project', id: input.projectId });
    const milestone = await getMilestone(ctx, project, { id: input.milestoneId });
    return { project, milestone, group: await groupAbove(ctx, project, 'milestone') };
  },
  check: (ctx, { project, group }) => canPromote(ctx, project, group, 'admin_milestones'),
  run: async (ctx, { group, milestone }) => {
    const query = { owners: ownersOf(group, true), title: milestone.title };
    const { rows } = await listMilestoneRecords(ctx.db, query, { sort: 'title_asc', offset: 0, limit: 10 });
    const existing = rows.find((row) => row.namespace_id === group.id);
    if (!existing && rows.length > 0) failFields({ title: [TAKEN] });
    const targetId = existing?.id ?? milestone.id;
    const same = await lockProjectMilestonesBelow(ctx.db, group.id, milestone.title);
    const merged = same.filter((id) => id !== targetId);
    if (!existing) {
      const iid = await nextMilestoneIid(ctx.db, { groupId: group.id });
      await updateMilestoneRow(ctx.db, targetId, { iid, project_id: null, namespace_id: group.id });
    }
    if (merged.length > 0) {
      await replaceMilestones(ctx, merged, targetId);
      await renameInResourceEvents(ctx.db, 'milestone_id', merged, targetId);
    }
    for (const id of merged) {
      await emit(ctx, 'milestone.deleted', { milestoneId: id });
      await deleteMilestoneRow(ctx.db, id);
    }
    await emit(ctx, 'milestone.updated', { milestoneId: targetId });
    return targetId;
  },
});
