import { AppError, failFields } from '@tributary/contract/errors/app-error.ts';
import { normalizeColor } from '@tributary/contract/planning/labels.ts';
import { emit } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { loadContainer, ownersOf, type ContainerWithAncestors, type ContainerKey } from '../../planning-container.ts';
import { deleteLabelRow, listLabelRecords, setPriority, updateLabelRow } from '../label-store.ts';
import type { LabelView } from '../reads/label-views.ts';
import { getLabel } from '../reads/list-labels.ts';
import { checkNameAbove, labelProblems } from './create-label.ts';

export type UpdateLabelInput = {
  place: ContainerKey;
  /** Number or name. */
  label: string | number;
  name?: string | undefined;
  color?: string | undefined;
  description?: string | null | undefined;
  archived?: boolean | undefined;
  /** In the project; `undefined` leaves it, null takes it away. */
  priority?: number | null | undefined;
};

type Loaded = { place: ContainerWithAncestors; label: LabelView };

function isOwn({ place, label }: Loaded): boolean {
  return label.owner.kind === place.kind && label.owner.id === place.id;
}

/** Changes a label of this place. Of a label from a group above only the priority in the project can be set here. */
export const updateLabel = defineOperation<UpdateLabelInput, Loaded, number>({
  name: 'label.update',
  load: async (ctx, input) => {
    const place = await loadContainer(ctx, input.place);
    return { place, label: await getLabel(ctx, place, input.label) };
  },
  check: (ctx, { place }) => can(ctx.actor, 'admin_labels', place.policy),
  run: async (ctx, { place, label }, input) => {
    const { name, color, archived } = input;
    const changesLabel = [name, color, archived, input.description].some((each) => each !== undefined);
    if (changesLabel && !isOwn({ place, label })) throw new AppError('not_found', { resource: 'Label' });
    const newName = name?.trim();
    const description = input.description === undefined ? undefined : (input.description ?? '');
    const problems = labelProblems({
      ...(newName !== undefined && { name: newName }),
      ...(color !== undefined && { color }),
      ...(description !== undefined && { description }),
    });
    if (Object.keys(problems).length > 0) failFields(problems);
    if (newName !== undefined && newName !== label.name) {
      const query = { owners: ownersOf(place, false), names: [newName] };
      if ((await listLabelRecords(ctx.db, query, { offset: 0, limit: 1 })).total > 0)
        throw new AppError('label_exists');
      await checkNameAbove(ctx, place, newName);
    }
    if (changesLabel) {
      await updateLabelRow(ctx.db, label.id, {
        ...(newName !== undefined && { name: newName }),
        ...(color !== undefined && { color: normalizeColor(color) ?? label.color }),
        ...(description !== undefined && { description }),
        ...(archived !== undefined && { archived }),
      });
    }
    if (place.kind === 'project' && input.priority !== undefined) {
      await setPriority(ctx.db, place.id, label.id, input.priority);
    }
    await emit(ctx, 'label.updated', { labelId: label.id });
    return label.id;
  },
});

/** Removes a label of this place, from everything that has it too. */
export const deleteLabel = defineOperation<{ place: ContainerKey; label: string | number }, Loaded, void>({
  name: 'label.delete',
  load: async (ctx, input) => {
    const place = await loadContainer(ctx, input.place);
    return { place, label: await getLabel(ctx, place, input.label, { withAncestors: false }) };
  },
  check: (ctx, { place }) => can(ctx.actor, 'admin_labels', place.policy),
  run: async (ctx, { label }) => {
    await emit(ctx, 'label.deleted', { labelId: label.id });
    await deleteLabelRow(ctx.db, label.id);
  },
});
