import type { Extensions } from '../../../platform/extensions.ts';
import type { RunnersPageData } from '@tributary/contract/ci/runners-page.ts';
import { readCiSettings } from '@tributary/contract/ci/ci-settings.ts';
import { RUNNER_STATUSES } from '@tributary/contract/ci/runners.ts';
import { adminBreadcrumbs, adminContext } from '../../../accounts/index.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import { pageNumber } from '../../../endpoints/pages/page-number.ts';
import { INSTANCE, isAllowed, type PolicySubject } from '../../../platform/policy/policy.ts';
import { defineGroupNav, defineProjectNav, type NamespaceAccess, type ProjectAccess } from '../../../projects/index.ts';
import { listAllRunners } from '../reads/list-runners.ts';
import { groupRunnerLists, projectRunnerLists, type RunnerListView } from '../reads/runner-lists.ts';
import { runnerRights } from '../reads/runner-rights.ts';
import { toRunnerCard } from '../render/to-runner-card.ts';
import { runnerShowPages } from './runner-page.ts';

const PER_PAGE = 50;
const KINDS = ['instance', 'group', 'project'] as const;
const NAV = { label: 'Runners', icon: 'job', path: 'runners', order: 93, group: 'Settings' } as const;

const NO_FILTERS: RunnersPageData['filters'] = { status: null, type: null, paused: null, tag: null };

const toList = (
  { kind, views, total, rights }: RunnerListView,
  scope: { path: string; projectId?: number },
): RunnersPageData['lists'][number] => ({
  kind,
  total,
  runners: views.map((view) => toRunnerCard(view, { ...scope, rights, isOwn: kind === 'own' })),
});

const project = definePage<ProjectAccess, RunnersPageData>({
  kind: 'runners',
  on: 'project',
  path: 'runners',
  ability: 'read_project_runners',
  nav: 'project_runners',
  load: async ({ ctx, subject }) => {
    const { id, name, full_path: fullPath, ci_settings: settings } = subject.project;
    const path = `/${fullPath}/-/runners`;
    const { shared_runners_enabled: instance, group_runners_enabled: group } = readCiSettings(settings);
    const lists = await projectRunnerLists(ctx, subject.project);
    return {
      title: 'Runners',
      breadcrumbs: [{ text: 'Runners', href: path }],
      data: {
        scope: { kind: 'project', id, name },
        url: ctx.config.url,
        canCreate: isAllowed(ctx.actor, 'admin_project_runners', subject.policy),
        lists: lists.map((list) => toList(list, { path, projectId: id })),
        enabled: { instance, group },
        filters: NO_FILTERS,
        paging: null,
      },
    };
  },
});

const group = definePage<NamespaceAccess, RunnersPageData>({
  kind: 'runners',
  on: 'group',
  path: 'runners',
  ability: 'read_group_runners',
  nav: 'group_runners',
  load: async ({ ctx, subject: { namespace, policy } }) => {
    const path = `/groups/${namespace.full_path}/-/runners`;
    const lists = await groupRunnerLists(ctx, namespace.id);
    return {
      title: 'Runners',
      breadcrumbs: [{ text: 'Runners', href: path }],
      data: {
        scope: { kind: 'group', id: namespace.id, name: namespace.name },
        url: ctx.config.url,
        canCreate: isAllowed(ctx.actor, 'admin_group_runners', policy),
        lists: lists.map((list) => toList(list, { path })),
        enabled: null,
        filters: NO_FILTERS,
        paging: null,
      },
    };
  },
});

function filtersOf(query: URLSearchParams): RunnersPageData['filters'] {
  const paused = query.get('paused');
  return {
    status: RUNNER_STATUSES.find((status) => status === query.get('status')) ?? null,
    type: KINDS.find((kind) => kind === query.get('type')) ?? null,
    paused: paused === 'true' ? true : paused === 'false' ? false : null,
    tag: query.get('tag')?.slice(0, 255).toLowerCase() || null,
  };
}

const admin = definePage<{ policy: PolicySubject }, RunnersPageData>({
  kind: 'runners',
  on: 'instance',
  path: 'admin/runners',
  ability: 'list_all_runners',
  nav: 'runners',
  load: async ({ ctx, query }) => {
    const filters = filtersOf(query);
    const conditions = {
      kind: filters.type ?? undefined,
      status: filters.status ?? undefined,
      isPaused: filters.paused ?? undefined,
      tags: filters.tag === null ? undefined : [filters.tag],
    };
    const page = await listAllRunners(ctx, conditions, { page: pageNumber(query), perPage: PER_PAGE });
    const rights = await runnerRights(
      ctx,
      page.items.map(({ runner }) => runner),
    );
    const list = { kind: 'own', views: page.items, total: page.total ?? page.items.length, rights } as const;
    return {
      title: 'Runners',
      context: adminContext(),
      breadcrumbs: adminBreadcrumbs('Runners', '/admin/runners'),
      data: {
        scope: { kind: 'instance', id: 0, name: 'Instance' },
        url: ctx.config.url,
        canCreate: isAllowed(ctx.actor, 'admin_instance_runners', INSTANCE),
        lists: [toList(list, { path: '/admin/runners' })],
        enabled: null,
        filters,
        paging: { page: page.page, perPage: page.perPage, total: page.total ?? null, hasNext: page.hasNext },
      },
    };
  },
});

export const runnerPages: Page[] = [project, group, admin, ...runnerShowPages];

export const runnersPages: Extensions = [
  defineProjectNav({ key: 'project_runners', ability: 'read_project_runners', ...NAV }),
  defineGroupNav({ key: 'group_runners', ability: 'read_group_runners', ...NAV }),
];
