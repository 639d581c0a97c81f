import type { GroupEditPageData, GroupNewPageData, GroupShowPageData } from '@tributary/contract/projects/page.ts';
import { errorText } from '@tributary/contract/errors/catalogue.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed, type PolicySubject } from '../../../platform/policy/policy.ts';
import { deletionPeriodDays } from '../../access/deletion-confirmation.ts';
import type { NamespaceAccess } from '../../access/project-access.ts';
import { groupReadOnlyReason } from '../../access/read-only.ts';
import { readProjectFilters, toListRequest, toProjectFilter } from '../../lifecycle/endpoints/project-filters.ts';
import { listProjects } from '../../lifecycle/reads/list-projects.ts';
import { accessRequestState } from '../../members/reads/access-request-state.ts';
import { listMembers } from '../../members/reads/list-members.ts';
import { containerAvatarPath } from '../../container-avatar.ts';
import { groupBadgeSettings } from '../../badges/reads/badges.ts';
import { projectPipelines } from '../../lifecycle/reads/project-views.ts';
import { toGroupCard, toPaging, toProjectCards } from '../../render/to-page.ts';
import { groupContents, groupDescription } from '../reads/group-details.ts';
import { listNamespaces } from '../reads/list-namespaces.ts';
import { topGroupRefusal } from '../operations/create-group.ts';
import {
  groupTransferTargets,
  groupVisibilities,
  parentGroups,
  visibilityChoices,
} from '../reads/namespace-choices.ts';
import { getNamespaceView } from '../reads/namespace-views.ts';

const MAX_SUBGROUPS = 100;

const groupShow = definePage<NamespaceAccess, GroupShowPageData>({
  kind: 'group_show',
  on: 'group',
  path: '',
  ability: 'read_group',
  nav: 'group',
  load: async ({ ctx, subject: { namespace, policy }, query }) => {
    const filters = readProjectFilters(query);
    const filter = { ...toProjectFilter(filters), namespaceId: namespace.id };
    const everybody = { page: 1, perPage: 1 };
    const place = { kind: 'group', id: namespace.id } as const;
    const [view, subgroups, projects, members, descriptionHtml, accessRequest] = await Promise.all([
      getNamespaceView(ctx, namespace.id),
      listNamespaces(ctx, { kind: 'group', parentId: namespace.id }, { page: 1, perPage: MAX_SUBGROUPS }),
      listProjects(ctx, filter, toListRequest(filters, query)),
      listMembers(ctx, place, { inherited: true }, everybody),
      groupDescription(ctx, namespace),
      accessRequestState(ctx, { place, policy }),
    ]);
    const may = (ability: string) => isAllowed(ctx.actor, ability, policy);
    return {
      title: view.name,
      data: {
        group: {
          ...toGroupCard(view),
          descriptionHtml,
          createdAt: view.createdAt.toISOString(),
          memberCount: members.total ?? 0,
        },
        subgroups: subgroups.items.map(toGroupCard),
        projects: toProjectCards(projects.items, await projectPipelines(ctx, projects.items)),
        paging: toPaging(projects),
        filters,
        can: {
          createProject: may('create_project_in_group'),
          createSubgroup: may('create_subgroup'),
          update: may('update_group'),
          readMembers: may('read_group_members'),
        },
        accessRequest,
        readOnly: await groupReadOnlyReason(ctx, namespace),
      },
    };
  },
});

const groupNew = definePage<{ policy: PolicySubject }, GroupNewPageData>({
  kind: 'group_new',
  on: 'instance',
  path: 'groups/new',
  ability: 'create_group',
  load: async ({ ctx, query }) => {
    const [parents, refusal] = [await parentGroups(ctx), await topGroupRefusal(ctx)];
    const wanted = query.get('parent_id');
    return {
      title: 'New group',
      breadcrumbs: [{ text: 'New group', href: '/groups/new' }],
      data: {
        parents,
        topRefusal: refusal && errorText(refusal.code, refusal.params),
        parentId: parents.find((parent) => String(parent.id) === wanted)?.id ?? null,
        visibilities: visibilityChoices(undefined),
        baseUrl: ctx.config.url,
      },
    };
  },
});

/** What groups above say for everything below them. */
async function locksAbove(
  ctx: Context,
  parentId: number | null,
): Promise<Pick<GroupEditPageData, 'shareLockAbove' | 'membershipLockAbove'>> {
  const parent = parentId === null ? undefined : await getNamespaceView(ctx, parentId);
  return {
    shareLockAbove: parent?.isSharingLocked ?? false,
    membershipLockAbove: parent?.isMembershipLocked ?? false,
  };
}

const groupEdit = definePage<NamespaceAccess, GroupEditPageData>({
  kind: 'group_edit',
  on: 'group',
  path: 'edit',
  // Also to restore it or to make it editable again.
  ability: 'delete_group',
  nav: 'group_edit',
  load: async ({ ctx, subject, subject: { namespace, policy } }) => ({
    title: 'Settings',
    breadcrumbs: [{ text: 'Settings', href: `/groups/${namespace.full_path}/-/edit` }],
    data: {
      group: {
        id: namespace.id,
        name: namespace.name,
        path: namespace.path,
        fullPath: namespace.full_path,
        description: namespace.description,
        visibility: namespace.visibility,
        avatarUrl: containerAvatarPath('group', namespace.id, namespace.avatar_name),
        shareLock: namespace.share_with_group_lock,
        membershipLock: namespace.membership_lock,
        mentionsDisabled: namespace.mentions_disabled,
        requestAccessEnabled: namespace.request_access_enabled,
      },
      badges: await groupBadgeSettings(ctx, subject),
      ...(await locksAbove(ctx, namespace.parent_id)),
      visibilities: await groupVisibilities(ctx, namespace),
      transferTargets: await groupTransferTargets(ctx, namespace),
      baseUrl: ctx.config.url,
      can: {
        update: isAllowed(ctx.actor, 'update_group', policy),
        archive: isAllowed(ctx.actor, 'archive_group', policy) && namespace.marked_for_deletion_at === null,
        restore: namespace.marked_for_deletion_at !== null,
        delete: isAllowed(ctx.actor, 'delete_group', policy),
        transfer: isAllowed(ctx.actor, 'delete_group', policy) && !namespace.is_read_only,
        moveToTop: namespace.parent_id !== null && (await topGroupRefusal(ctx)) === null,
      },
      contents: await groupContents(ctx, namespace.id),
      isArchived: namespace.archived_at !== null,
      readOnly: await groupReadOnlyReason(ctx, namespace),
      deletionPeriodDays: await deletionPeriodDays(ctx),
    },
  }),
});

export const namespacePages: Page[] = [groupShow, groupNew, groupEdit];
