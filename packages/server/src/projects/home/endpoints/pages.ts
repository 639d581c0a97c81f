import type {
  DashboardProjectsPageData,
  ExplorePageData,
  HomePageData,
  UserShowPageData,
  WelcomePageData,
} from '@tributary/contract/projects/page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  findUserLimits,
  findUserStatus,
  getSettings,
  getUserDetails,
  isProfileHidden,
  type UserDetails,
} from '../../../accounts/index.ts';
import { definePage, type Page, type PageResult } from '../../../endpoints/pages/define-page.ts';
import { pageNumber } from '../../../endpoints/pages/page-number.ts';
import type { UserActor } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { findEmoji } from '../../../platform/markup/emoji.ts';
import { authorize, INSTANCE, isAllowed, type PolicySubject } from '../../../platform/policy/policy.ts';
import type { NamespaceAccess } from '../../access/project-access.ts';
import { readProjectFilters, toListRequest, toProjectFilter } from '../../lifecycle/endpoints/project-filters.ts';
import { countProjects, listProjects, type ProjectFilter } from '../../lifecycle/reads/list-projects.ts';
import { listGroupsOf } from '../../namespaces/reads/groups-of-user.ts';
import { listNamespaces } from '../../namespaces/reads/list-namespaces.ts';
import { projectPipelines } from '../../lifecycle/reads/project-views.ts';
import { toGroupCard, toPaging, toProjectCards } from '../../render/to-page.ts';
import { loadHomeSections } from '../home-sections.ts';
import { listActivity } from '../reads/activity.ts';
import { toActivityItem } from '../render/to-page-activity.ts';

type Instance = { policy: PolicySubject };

const HOME_PROJECTS = 12;
const HOME_GROUPS = 6;
const HOME_ACTIVITY = 30;
const USER_ACTIVITY = 50;
const RECENT = { orderBy: 'last_activity_at', descending: true } as const;

async function loadHome(ctx: Context, person: UserActor): Promise<HomePageData> {
  const recent = { page: 1, perPage: HOME_PROJECTS, ...RECENT };
  const [sections, projects, groups, activity] = await Promise.all([
    loadHomeSections(ctx, person),
    listProjects(ctx, { membership: true, archived: false }, recent),
    listNamespaces(ctx, { kind: 'group', minLevel: 10 }, { page: 1, perPage: HOME_GROUPS }),
    listActivity(ctx, { feedOf: person.id }, { limit: HOME_ACTIVITY }),
  ]);
  const limits = await findUserLimits(ctx, person.id);
  const isBound = person.isExternal && !person.isAdmin;
  return {
    sections,
    projects: toProjectCards(projects.items, await projectPipelines(ctx, projects.items)),
    groups: groups.items.map(toGroupCard),
    activity: activity.map(toActivityItem),
    can: {
      createProject: !isBound && isAllowed(ctx.actor, 'create_personal_project', INSTANCE),
      createGroup:
        !isBound && (person.isAdmin || limits.canCreateGroup) && isAllowed(ctx.actor, 'create_group', INSTANCE),
    },
  };
}

async function loadWelcome(ctx: Context): Promise<WelcomePageData> {
  const settings = await getSettings(ctx);
  const projects = await listProjects(ctx, { archived: false }, { page: 1, perPage: 6, ...RECENT });
  return {
    instanceName: 'Tributary',
    signUpEnabled: settings.signup_enabled,
    projects: toProjectCards(projects.items, await projectPipelines(ctx, projects.items)),
  };
}

const home = definePage<Instance, HomePageData | WelcomePageData>({
  kind: 'home',
  on: 'instance',
  path: '',
  ability: 'read_instance',
  load: async ({ ctx }): Promise<PageResult<HomePageData | WelcomePageData>> => {
    if (ctx.actor.kind !== 'user') return { kind: 'welcome', title: 'Welcome', data: await loadWelcome(ctx) };
    authorize(ctx.actor, 'read_own_work', INSTANCE);
    return { title: 'Home', data: await loadHome(ctx, ctx.actor) };
  },
});

const explore = definePage<Instance, ExplorePageData>({
  kind: 'explore',
  on: 'instance',
  path: 'explore',
  ability: 'browse',
  load: async ({ ctx, query }) => {
    const filters = readProjectFilters(query);
    const page = await listProjects(ctx, toProjectFilter(filters), toListRequest(filters, query));
    return {
      title: 'Explore projects',
      breadcrumbs: [{ text: 'Explore', href: '/explore' }],
      data: {
        projects: toProjectCards(page.items, await projectPipelines(ctx, page.items)),
        paging: toPaging(page),
        filters,
      },
    };
  },
});

const TABS = ['member', 'personal', 'starred'] as const;

const dashboardProjects = definePage<Instance, DashboardProjectsPageData>({
  kind: 'dashboard_projects',
  on: 'instance',
  path: 'dashboard/projects',
  ability: 'read_own_work',
  load: async ({ ctx, query }) => {
    if (ctx.actor.kind !== 'user') throw new AppError('unauthenticated');
    const filters = readProjectFilters(query);
    const filter = toProjectFilter(filters);
    const tabs: Record<(typeof TABS)[number], ProjectFilter> = {
      member: { membership: true },
      personal: { personalOf: ctx.actor.id },
      starred: { starred: true },
    };
    const tab = TABS.find((known) => known === query.get('tab')) ?? 'member';
    const [page, ...counts] = await Promise.all([
      listProjects(ctx, { ...filter, ...tabs[tab] }, toListRequest(filters, query)),
      ...TABS.map((each) => countProjects(ctx, { archived: false, ...tabs[each] })),
    ]);
    const [member = 0, personal = 0, starred = 0] = counts;
    return {
      title: 'Projects',
      breadcrumbs: [{ text: 'Projects', href: '/dashboard/projects' }],
      data: {
        tab,
        counts: { member, personal, starred },
        projects: toProjectCards(page.items, await projectPipelines(ctx, page.items)),
        paging: toPaging(page),
        filters,
      },
    };
  },
});

async function statusOf(ctx: Context, userId: number): Promise<UserShowPageData['status']> {
  const status = await findUserStatus(ctx, userId);
  if (!status) return null;
  const { messageHtml, availability } = status;
  return { emoji: findEmoji(status.emoji)?.unicode ?? '', messageHtml, isBusy: availability === 'busy' };
}

/** All that others see of a private profile. */
function hiddenProfile({ view }: UserDetails): UserShowPageData {
  const { id, username, name, avatarUrl, state } = view;
  const empty = {
    bio: '',
    location: '',
    jobTitle: '',
    organization: '',
    pronouns: '',
    websiteUrl: '',
    publicEmail: '',
  };
  return {
    user: { id, username, name, avatarUrl, href: `/${username}`, ...empty, createdAt: '', state },
    status: null,
    isSelf: false,
    isHidden: true,
    tab: 'overview',
    projects: [],
    groups: [],
    activity: [],
    paging: { page: 1, perPage: 1, total: 0, hasNext: false },
  };
}

const USER_TABS = ['overview', 'projects', 'groups'] as const;

const userShow = definePage<NamespaceAccess, UserShowPageData>({
  kind: 'user_show',
  on: 'user',
  path: '',
  ability: 'read_users',
  nav: 'user',
  load: async ({ ctx, subject: { namespace }, query }) => {
    const user = await getUserDetails(ctx, namespace.owner_id ?? 0);
    const { id } = user.view;
    const tab = USER_TABS.find((known) => known === query.get('tab')) ?? 'overview';
    if (isProfileHidden(ctx.actor, user)) return { title: user.view.name, data: hiddenProfile(user) };
    const request = { page: pageNumber(query), perPage: tab === 'projects' ? 20 : 6, ...RECENT };
    const [projects, groups, activity] = await Promise.all([
      listProjects(ctx, { personalOf: id, archived: false }, request),
      listGroupsOf(ctx, id),
      tab === 'overview' ? listActivity(ctx, { authorId: id }, { limit: USER_ACTIVITY }) : Promise.resolve([]),
    ]);
    return {
      title: user.view.name,
      data: {
        user: {
          id,
          username: user.view.username,
          name: user.view.name,
          avatarUrl: user.view.avatarUrl,
          href: `/${user.view.username}`,
          bio: user.profile.bio,
          location: user.profile.location,
          jobTitle: user.profile.job_title,
          organization: user.profile.organization,
          pronouns: user.profile.pronouns,
          websiteUrl: user.profile.website_url,
          publicEmail: user.publicEmail,
          createdAt: user.createdAt.toISOString(),
          state: user.view.state,
        },
        status: await statusOf(ctx, id),
        isSelf: ctx.actor.kind === 'user' && ctx.actor.id === id,
        isHidden: false,
        tab,
        projects: toProjectCards(projects.items, await projectPipelines(ctx, projects.items)),
        groups: groups.map(toGroupCard),
        activity: activity.map(toActivityItem),
        paging: toPaging(projects),
      },
    };
  },
});

export const homePages: Page[] = [home, explore, dashboardProjects, userShow];
