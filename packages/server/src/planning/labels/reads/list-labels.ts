import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { namespaceIsVisible, todayOf } from '../../../projects/index.ts';
import { ownersOf, type ContainerWithAncestors } from '../../planning-container.ts';
import { labelRecordsByIds, listLabelRecords } from '../label-store.ts';
import { type LabelView, toLabelView } from './label-views.ts';

export type LabelFilter = {
  /** With those of the groups above; so unless said otherwise. */
  withAncestors?: boolean | undefined;
  withDescendants?: boolean | undefined;
  search?: string | undefined;
  archived?: boolean | undefined;
  /** Those that the actor hears of here. */
  isSubscribedOnly?: boolean | undefined;
};

const projectOf = (place: ContainerWithAncestors) => (place.kind === 'project' ? place.id : undefined);

/** Labels that can be used here; the caller has made sure that the actor sees the place. */
export async function listLabels(
  ctx: Context,
  place: ContainerWithAncestors,
  filter: LabelFilter,
  request: PageRequest,
): Promise<Page<LabelView>> {
  const userId = actorId(ctx.actor);
  const below = filter.withDescendants && place.kind === 'group';
  const { rows, total } = await listLabelRecords(
    ctx.db,
    {
      owners: ownersOf(place, filter.withAncestors ?? true),
      projectId: projectOf(place),
      search: filter.search,
      archived: filter.archived,
      ...(filter.isSubscribedOnly && { subscribedBy: userId ?? 0 }),
      ...(below && { belowGroupId: place.id, namespaceIsVisible: namespaceIsVisible(ctx.actor, todayOf(ctx)) }),
    },
    { offset: (request.page - 1) * request.perPage, limit: request.perPage },
  );
  return pageOf(rows.map(toLabelView), request, total);
}

/** The label with this number or name that can be used here; its own before those of groups above. */
export async function getLabel(
  ctx: Context,
  place: ContainerWithAncestors,
  idOrName: string | number,
  options: { withAncestors?: boolean } = {},
): Promise<LabelView> {
  const text = String(idOrName);
  const owners = ownersOf(place, options.withAncestors ?? true);
  const base = { owners, projectId: projectOf(place) };
  const page = { offset: 0, limit: 10 };
  const byId = /^\d{1,15}$/.test(text)
    ? (await listLabelRecords(ctx.db, { ...base, ids: [Number(text)] }, page)).rows
    : [];
  const rows = byId.length > 0 ? byId : (await listLabelRecords(ctx.db, { ...base, names: [text] }, page)).rows;
  const views = rows.map(toLabelView);
  const found = views.find((label) => label.owner.kind === place.kind && label.owner.id === place.id) ?? views[0];
  if (!found) throw new AppError('not_found', { resource: 'Label' });
  return found;
}

/** As `getLabel`, for many at once, by what they were asked for by; without those that are not there. */
export async function findLabels(
  ctx: Context,
  place: ContainerWithAncestors,
  idsOrNames: readonly string[],
): Promise<Map<string, LabelView>> {
  const wanted = [...new Set(idsOrNames)];
  const owners = ownersOf(place, true);
  const base = { owners, projectId: projectOf(place) };
  const ids = wanted.filter((text) => /^\d{1,15}$/.test(text)).map(Number);
  // One name may stand in each of the places.
  const page = { offset: 0, limit: wanted.length * (owners.projectIds.length + owners.groupIds.length) };
  const rowsOf = async (some: { ids: number[] } | { names: string[] }) =>
    (await listLabelRecords(ctx.db, { ...base, ...some }, page)).rows;
  const byName = wanted.length === 0 ? [] : await rowsOf({ names: wanted });
  const byId = ids.length === 0 ? [] : await rowsOf({ ids });
  const found = new Map<string, LabelView>();
  for (const row of byName) {
    const label = toLabelView(row);
    const isOwn = label.owner.kind === place.kind && label.owner.id === place.id;
    if (isOwn || !found.has(label.name)) found.set(label.name, label);
  }
  for (const row of byId) found.set(String(row.id), toLabelView(row));
  return found;
}

/** Labels by id in that order, for things that carry them; what was removed is left out. */
export async function listLabelsFor(ctx: Context, ids: readonly number[]): Promise<LabelView[]> {
  return (await labelRecordsByIds(ctx.db, [...new Set(ids)])).map(toLabelView);
}
