import type { listGroupProjectsInput, listGroupsInput } from '@tributary/contract/projects/namespaces.ts';
import type { z } from 'zod';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { RouteRequest } from '../../../endpoints/http/define-route.ts';
import { writeKeysetLink } from '../../../endpoints/rest/keyset.ts';
import { idsByCustomAttributes } from '../../../accounts/index.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { listGroupLinks } from '../../group-links/reads/list-group-links.ts';
import { toRestSharedWithGroups } from '../../group-links/render/to-rest.ts';
import { archivedFilter, listProjects, type ProjectFilter } from '../../lifecycle/reads/list-projects.ts';
import { countOpenIssues } from '../../lifecycle/contributed-facts.ts';
import { toRestBasicProject, toRestProject } from '../../lifecycle/render/to-rest.ts';
import { type GroupFilter, listNamespaces } from '../reads/list-namespaces.ts';
import { getNamespaceView, type NamespaceView } from '../reads/namespace-views.ts';
import { toRestGroup } from '../render/to-rest.ts';

type ListInput = z.output<typeof listGroupsInput>;

/** One group with the groups that are invited to it. */
export async function answerGroup(ctx: Context, id: number) {
  const group = toRestGroup(ctx.config.url, await getNamespaceView(ctx, id));
  const links = await listGroupLinks(ctx, { kind: 'group', id }, { inherited: false });
  return { ...group, shared_with_groups: toRestSharedWithGroups(links) };
}

type ListRequest = Pick<RouteRequest<unknown, ListInput, unknown>, 'ctx' | 'input' | 'reply'>;

/** Groups that the actor may see, of this place, filtered and ordered as asked. */
export async function answerGroups({ ctx, input, reply }: ListRequest, place: GroupFilter) {
  const isWalked = input.pagination === 'keyset';
  const isWalkable = input.order_by === 'id' || (input.order_by === 'name' && input.sort === 'asc');
  if (isWalked && !isWalkable) throw new AppError('keyset_order');
  const ids = await idsByCustomAttributes(ctx, 'group', input.custom_attributes);
  const filter: GroupFilter = {
    kind: 'group',
    search: input.search,
    visibility: input.visibility,
    skipIds: input.skip_groups,
    readOnly: input.archived ?? (input.active === undefined ? undefined : !input.active),
    markedOn: input.marked_for_deletion_on,
    minLevel: input.owned ? 50 : (input.min_access_level ?? (input.all_available === false ? 10 : undefined)),
    orderBy: input.order_by === 'similarity' ? 'name' : input.order_by,
    descending: input.sort === 'desc',
    ...(isWalked && { afterId: input.cursor }),
    ...(input.top_level_only && { parentId: null }),
    ...place,
    ...(ids && { ids: place.ids ? ids.filter((id) => place.ids?.includes(id)) : ids }),
  };
  const page = await listNamespaces(ctx, filter, { page: isWalked ? 1 : input.page, perPage: input.per_page });
  const render = (group: NamespaceView) => toRestGroup(ctx.config.url, group);
  if (!isWalked) return paged(page, render);
  const last = page.hasNext ? page.items.at(-1) : undefined;
  writeKeysetLink({ ctx, reply }, last ? { name: 'cursor', id: last.id } : null);
  return page.items.map(render);
}

/** Projects of a group, with those shared with it unless they are not wanted. */
export async function answerProjects(ctx: Context, groupId: number, input: z.output<typeof listGroupProjectsInput>) {
  const places: ProjectFilter = {
    ...(input.include_subgroups ? { belowNamespaceId: groupId } : { namespaceId: groupId }),
    ...(input.with_shared && { sharedWithGroupId: groupId }),
  };
  return answerProjectsOf(ctx, places, input);
}

export async function answerProjectsOf(
  ctx: Context,
  places: ProjectFilter,
  input: Omit<z.output<typeof listGroupProjectsInput>, 'with_shared' | 'include_subgroups'>,
) {
  const page = await listProjects(
    ctx,
    {
      ...places,
      search: input.search,
      archived: archivedFilter(input),
      visibility: input.visibility,
      owned: input.owned,
      starred: input.starred,
      membership: input.membership,
      topics: input.topic,
      minLevel: input.min_access_level,
      withMergeRequests: input.with_merge_requests_enabled,
    },
    { page: input.page, perPage: input.per_page, orderBy: input.order_by, descending: input.sort === 'desc' },
  );
  if (input.simple) return paged(page, (view) => toRestBasicProject(ctx, view));
  const openIssues = await countOpenIssues(ctx, page.items);
  return paged(page, (view) => toRestProject(ctx, view, { openIssues }));
}
