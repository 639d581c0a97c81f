import { emit } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { loadContainer, type ContainerWithAncestors } from '../../planning-container.ts';
import { renameInResourceEvents } from '../../resource-events/events-store.ts';
import { canPromote, groupAbove } from '../../shared/group-above.ts';
import {
  deleteLabelRow,
  listLabelRecords,
  lockProjectLabelsBelow,
  movePriorities,
  updateLabelRow,
} from '../label-store.ts';
import { replaceLabels } from '../label-uses.ts';
import type { LabelView } from '../reads/label-views.ts';
import { getLabel } from '../reads/list-labels.ts';
import { moveSubscriptions } from '../subscription-store.ts';
import { checkNameAbove } from './create-label.ts';

/** The label by number or name. */
export type PromoteLabelInput = { projectId: number; label: string | number };
type Loaded = { project: ContainerWithAncestors; group: ContainerWithAncestors; label: LabelView };

/**
 * Makes a project's label one of the group that the project is in, and puts it in the place of labels with the same name
 * in all projects below that group. Returns its id.
 */
export const promoteLabel = defineOperation<PromoteLabelInput, Loaded, number>({
  name: 'label.promote',
  load: async (ctx, input) => {
    const project = await loadContainer(ctx, { kind: 'project', id: input.projectId });
    const label = await getLabel(ctx, project, input.label, { withAncestors: false });
    return { project, label, group: await groupAbove(ctx, project, 'label') };
  },
  check: (ctx, { project, group }) => canPromote(ctx, project, group, 'admin_labels'),
  run: async (ctx, { group, label }) => {
    await checkNameAbove(ctx, group, label.name);
    const query = { owners: { projectIds: [], groupIds: [group.id] }, names: [label.name] };
    const { rows } = await listLabelRecords(ctx.db, query, { offset: 0, limit: 1 });
    const targetId = rows[0]?.id ?? label.id;
    const same = (await lockProjectLabelsBelow(ctx.db, group.id, label.name)).map(({ id }) => id);
    await moveSubscriptions(ctx.db, same, targetId);
    const merged = same.filter((id) => id !== targetId);
    if (targetId === label.id) await updateLabelRow(ctx.db, label.id, { project_id: null, namespace_id: group.id });
    if (merged.length > 0) {
      await movePriorities(ctx.db, merged, targetId);
      await replaceLabels(ctx, merged, targetId);
      await renameInResourceEvents(ctx.db, 'label_id', merged, targetId);
    }
    for (const id of merged) {
      await emit(ctx, 'label.deleted', { labelId: id });
      await deleteLabelRow(ctx.db, id);
    }
    await emit(ctx, 'label.updated', { labelId: targetId });
    return targetId;
  },
});
