import type { Extensions } from '../../../platform/extensions.ts';
import { AppError, failFields, type FieldErrors } from '@tributary/contract/errors/app-error.ts';
import { labelNameProblem, normalizeColor } from '@tributary/contract/planning/labels.ts';
import { describeConstraint } from '../../../platform/db/database-errors.ts';
import type { Context } from '../../../platform/context.ts';
import { emit } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { loadContainer, ownersOf, type ContainerWithAncestors, type ContainerKey } from '../../planning-container.ts';
import { insertLabel, listLabelRecords, setPriority } from '../label-store.ts';

export const MAX_LABEL_DESCRIPTION = 2_000;

export type CreateLabelInput = {
  place: ContainerKey;
  name: string;
  color: string;
  description?: string | null | undefined;
  archived?: boolean | undefined;
  /** Only of projects; null is none. */
  priority?: number | null | undefined;
};

/** Throws when a group above has a label of this name already: the two could not be told apart. */
export async function checkNameAbove(ctx: Context, place: ContainerWithAncestors, name: string): Promise<void> {
  const groupIds = ownersOf(place, true).groupIds.filter((id) => place.kind === 'project' || id !== place.id);
  const { rows } = await listLabelRecords(
    ctx.db,
    { owners: { projectIds: [], groupIds }, names: [name] },
    { offset: 0, limit: 1 },
  );
  const [above] = rows;
  if (above) {
    failFields({ title: [`already exists at group level for group ${above.owner_name}. Please choose another one.`] });
  }
}

export function labelProblems(input: { name?: string; color?: string; description?: string }): FieldErrors {
  const fields: FieldErrors = {};
  const name = input.name === undefined ? null : labelNameProblem(input.name);
  if (name) fields['title'] = [name];
  if (input.color !== undefined && normalizeColor(input.color) === undefined) {
    fields['color'] = ['must be a valid color code'];
  }
  if ((input.description ?? '').length > MAX_LABEL_DESCRIPTION) {
    fields['description'] = [`is too long (maximum is ${MAX_LABEL_DESCRIPTION} characters)`];
  }
  return fields;
}

/** Makes a label of a project or group; returns its id. */
export const createLabel = defineOperation<CreateLabelInput, ContainerWithAncestors, number>({
  name: 'label.create',
  load: (ctx, input) => loadContainer(ctx, input.place),
  check: (ctx, place) => can(ctx.actor, 'admin_labels', place.policy),
  run: async (ctx, place, input) => {
    const name = input.name.trim();
    const problems = labelProblems({ name, color: input.color, description: input.description ?? '' });
    if (Object.keys(problems).length > 0) failFields(problems);
    const own = ownersOf(place, false);
    const { total } = await listLabelRecords(ctx.db, { owners: own, names: [name] }, { offset: 0, limit: 1 });
    if (total > 0) throw new AppError('label_exists');
    await checkNameAbove(ctx, place, name);
    const label = await insertLabel(ctx.db, {
      project_id: place.kind === 'project' ? place.id : null,
      namespace_id: place.kind === 'group' ? place.id : null,
      name,
      color: normalizeColor(input.color) ?? '',
      description: input.description ?? '',
      archived: input.archived ?? false,
    });
    if (place.kind === 'project' && input.priority != null)
      await setPriority(ctx.db, place.id, label.id, input.priority);
    await emit(ctx, 'label.created', { labelId: label.id });
    return label.id;
  },
});

export const labelsCreateLabel: Extensions = [
  describeConstraint('labels_project_name_key', { code: 'label_exists' }),
  describeConstraint('labels_namespace_name_key', { code: 'label_exists' }),
];
