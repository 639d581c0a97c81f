import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { mapPage, type Page } from '@tributary/contract/core/paging.ts';
import { listUsers } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import { listMembers } from '../../members/reads/list-members.ts';
import type { SearchRequest } from '../search-registry.ts';

/** Users by name or username: of the instance, or with a role in one project or group. */
export async function searchUsers(ctx: Context, request: SearchRequest): Promise<Page<UserView>> {
  const page = { page: request.page, perPage: request.perPage };
  const place = request.project
    ? ({ kind: 'project', id: request.project.project.id } as const)
    : request.group && ({ kind: 'group', id: request.group.namespace.id } as const);
  if (place) {
    const members = await listMembers(ctx, place, { inherited: true, search: request.query }, page);
    return mapPage(members, (member) => member.user);
  }
  const states = ['active'] as const;
  const found = await listUsers(
    ctx,
    { search: request.query, states, kinds: ['human'], orderBy: 'name', sort: 'asc' },
    page,
  );
  return mapPage(found, (user) => user.view);
}
