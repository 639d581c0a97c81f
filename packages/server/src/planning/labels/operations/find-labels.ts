import { DEFAULT_LABEL_COLOR, labelNameProblem } from '@tributary/contract/planning/labels.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { emit } from '../../../platform/events.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { getProjectAccess } from '../../../projects/index.ts';
import { ownersOf, projectContainer } from '../../planning-container.ts';
import { insertMissingLabels, labelRecordsByIds, listLabelRecords } from '../label-store.ts';
import { type LabelView, toLabelView } from '../reads/label-views.ts';

export type FindLabelsInput = { names: readonly string[] } | { ids: readonly number[] };

const MAX_NAMES = 500;

/**
 * Labels to put on something in the project, in the order they were asked for, each once. By name: labels of the project or
 * of groups above; names that nothing has become labels of the project if the actor may make labels, and are dropped
 * otherwise. By id: what cannot be used here is dropped.
 */
export async function findLabels(ctx: Context, projectId: number, wanted: FindLabelsInput): Promise<LabelView[]> {
  const access = await getProjectAccess(ctx, projectId);
  const place = await projectContainer(ctx, access);
  const query = { owners: ownersOf(place, true), projectId };
  const page = { offset: 0, limit: MAX_NAMES * 2 };
  if ('ids' in wanted) {
    const ids = [...new Set(wanted.ids)];
    const found = new Map((await listLabelRecords(ctx.db, { ...query, ids }, page)).rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => found.get(id) ?? []).map(toLabelView);
  }
  const names = [...new Set(wanted.names.map((name) => name.trim()))].filter((name) => name !== '').slice(0, MAX_NAMES);
  const found = new Map((await listLabelRecords(ctx.db, { ...query, names }, page)).rows.map((row) => [row.name, row]));
  const missing = names.filter((name) => !found.has(name) && labelNameProblem(name) === null);
  const made =
    missing.length > 0 && isAllowed(ctx.actor, 'admin_labels', access.policy)
      ? await makeLabels(ctx, projectId, missing)
      : [];
  const byName = new Map([...[...found.values()].map(toLabelView), ...made].map((label) => [label.name, label]));
  return names.flatMap((name) => byName.get(name) ?? []);
}

async function makeLabels(ctx: Context, projectId: number, names: string[]): Promise<LabelView[]> {
  return transact(ctx, async (inner) => {
    const rows = await insertMissingLabels(inner.db, projectId, names, DEFAULT_LABEL_COLOR);
    for (const row of rows) await emit(inner, 'label.created', { labelId: row.id });
    const records = await labelRecordsByIds(
      inner.db,
      rows.map((row) => row.id),
    );
    return records.map(toLabelView);
  });
}
