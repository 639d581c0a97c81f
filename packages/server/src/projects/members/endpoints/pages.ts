import { accessLevelName } from '@tributary/contract/core/access-levels.ts';
import { MEMBERS_TABS, type MembersPageData, type MembersTab } from '@tributary/contract/projects/members-page.ts';
import { resendInvitationInput } from '@tributary/contract/projects/members.ts';
import { errorText } from '@tributary/contract/errors/catalogue.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { definePage, defineScopedRoute, type Page, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { pageNumber } from '../../../endpoints/pages/page-number.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { NamespaceAccess, ProjectAccess } from '../../access/project-access.ts';
import { inGroup, inProject } from '../../access/subjects.ts';
import { listGroupLinkEntries, listInvitedIds, sharingRefusal } from '../../group-links/reads/link-entries.ts';
import { toInvitedGroupEntry } from '../../group-links/render/to-page.ts';
import { containerAvatarPath } from '../../container-avatar.ts';
import { toPaging } from '../../render/to-page.ts';
import { lockRefusal } from '../abilities.ts';
import { memberFlags } from '../reads/member-flags.ts';
import { listMembers, type MemberView } from '../reads/list-members.ts';
import { accessRequestEntries, invitationEntries, mayReadPending } from './pending-entries.ts';
import { toMemberEntry } from '../render/to-page-member.ts';
import { resendInvitation } from '../operations/invitations.ts';
import type { LoadedContainer } from '../load-container.ts';
import type { MemberContainer } from '../member-store.ts';

const MEMBERS_PER_PAGE = 50;
const MAX_SEARCH_LENGTH = 200;

async function ownMembership(ctx: Context, place: MemberContainer): Promise<MemberView | undefined> {
  const id = actorId(ctx.actor);
  if (id === undefined) return undefined;
  const { items } = await listMembers(ctx, place, { inherited: true, userIds: [id] }, { page: 1, perPage: 1 });
  return items[0];
}

/** The tab that is asked for; the first one instead of one that the actor may not see. */
function tabOf(ctx: Context, loaded: LoadedContainer, query: URLSearchParams): MembersTab {
  const tab = MEMBERS_TABS.find((each) => each === query.get('tab')) ?? 'people';
  const isPending = tab === 'invited' || tab === 'access_requests';
  return isPending && !mayReadPending(ctx, loaded, tab) ? 'people' : tab;
}

async function load(
  ctx: Context,
  loaded: LoadedContainer,
  place: MembersPageData['place'],
  query: URLSearchParams,
): Promise<MembersPageData> {
  const search = (query.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH);
  const tab = tabOf(ctx, loaded, query);
  // The number in the address is that of the tab that is shown.
  const requestOf = (of: typeof tab) => ({ page: of === tab ? pageNumber(query) : 1, perPage: MEMBERS_PER_PAGE });
  const page = await listMembers(
    ctx,
    loaded.place,
    { inherited: true, search: tab === 'people' ? search : '' },
    requestOf('people'),
  );
  const groups = await listGroupLinkEntries(ctx, loaded, tab === 'groups' ? search : '', requestOf('groups'));
  const locked = await lockRefusal(ctx, loaded.place);
  const own = await ownMembership(ctx, loaded.place);
  const flags = await memberFlags(ctx, loaded, own ? [...page.items, own] : page.items);
  return {
    place,
    members: page.items.map((member, index) => toMemberEntry(member, flags.ofMembers[index])),
    self: own ? toMemberEntry(own, flags.ofMembers.at(-1)) : null,
    paging: toPaging(page),
    search,
    grantable: flags.grantable.map((value) => ({ value, name: accessLevelName(value) })),
    addingRefusal: locked && errorText(locked.code, locked.params),
    tab,
    groups: groups.items.map(toInvitedGroupEntry),
    groupsPaging: toPaging(groups),
    invitedIds: await listInvitedIds(ctx, loaded),
    sharingRefusal: await sharingRefusal(ctx, loaded),
    invitations: await invitationEntries(
      ctx,
      loaded,
      flags.grantable,
      tab === 'invited' ? search : '',
      requestOf('invited'),
    ),
    accessRequests: await accessRequestEntries(ctx, loaded, requestOf('access_requests')),
  };
}

export const memberPages: Page[] = [
  definePage<ProjectAccess, MembersPageData>({
    kind: 'project_members',
    on: 'project',
    path: 'project_members',
    ability: 'read_project_members',
    nav: 'project_members',
    load: async ({ ctx, subject: { project, policy }, query }) => ({
      title: 'Members',
      breadcrumbs: [{ text: 'Members', href: `/${project.full_path}/-/project_members` }],
      data: await load(
        ctx,
        { place: { kind: 'project', id: project.id }, policy },
        {
          kind: 'project',
          id: project.id,
          name: project.name,
          fullPath: project.full_path,
          href: `/${project.full_path}`,
          avatarUrl: containerAvatarPath('project', project.id, project.avatar_name),
        },
        query,
      ),
    }),
  }),
  definePage<NamespaceAccess, MembersPageData>({
    kind: 'group_members',
    on: 'group',
    path: 'group_members',
    ability: 'read_group_members',
    nav: 'group_members',
    load: async ({ ctx, subject: { namespace, policy }, query }) => ({
      title: 'Members',
      breadcrumbs: [{ text: 'Members', href: `/groups/${namespace.full_path}/-/group_members` }],
      data: await load(
        ctx,
        { place: { kind: 'group', id: namespace.id }, policy },
        {
          kind: 'group',
          id: namespace.id,
          name: namespace.name,
          fullPath: namespace.full_path,
          href: `/${namespace.full_path}`,
          avatarUrl: containerAvatarPath('group', namespace.id, namespace.avatar_name),
        },
        query,
      ),
    }),
  }),
];

export const memberScopedRoutes: ScopedRoute[] = [
  defineScopedRoute(
    'project',
    defineRoute({
      method: 'POST',
      path: '/project_members/resend_invitation',
      ability: 'admin_project_members',
      summary: 'Resend an invitation to a project',
      tag: 'Invitations',
      input: resendInvitationInput,
      subject: inProject,
      status: 204,
      handle: ({ ctx, subject: { project }, input: { email } }) =>
        resendInvitation(ctx, { place: { kind: 'project', id: project.id }, email }),
    }),
  ),
  defineScopedRoute(
    'group',
    defineRoute({
      method: 'POST',
      path: '/group_members/resend_invitation',
      ability: 'admin_group_members',
      summary: 'Resend an invitation to a group',
      tag: 'Invitations',
      input: resendInvitationInput,
      subject: inGroup,
      status: 204,
      handle: ({ ctx, subject: { namespace }, input: { email } }) =>
        resendInvitation(ctx, { place: { kind: 'group', id: namespace.id }, email }),
    }),
  ),
];
