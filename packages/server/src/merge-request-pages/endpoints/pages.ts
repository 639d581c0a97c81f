import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { MergeRequestNewPageData, MergeRequestTab } from '@tributary/contract/merge-requests/page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { definePage, type Page, type PageRequest } from '../../endpoints/pages/define-page.ts';
import type { NamespaceAccess, ProjectAccess } from '../../projects/index.ts';
import { editingOf } from '../../changes/index.ts';
import { pagePreloads } from '../pages/page-preloads.ts';
import { conflictsPage } from '../../merging/index.ts';
import { editPage } from '../pages/edit-page.ts';
import { groupListPage, dashboardListPage, projectListPage } from '../pages/list-page.ts';
import { newPage, readNewQuery } from '../pages/new-page.ts';
import { showPage } from '../pages/show-page.ts';
import { inboxPage, onMergeRequestPage } from '../../merge-requests/index.ts';

type ProjectPage = PageRequest<ProjectAccess>;

const nav = 'merge_requests';
const listCrumb = (access: ProjectAccess) => ({
  text: 'Merge requests',
  href: `/${access.project.full_path}/-/merge_requests`,
});

const list = definePage<ProjectAccess>({
  kind: 'merge_requests',
  on: 'project',
  path: 'merge_requests',
  ability: 'read_project',
  nav,
  load: async ({ ctx, subject, query }) => ({
    title: 'Merge requests',
    data: await projectListPage(ctx, subject, query),
    breadcrumbs: [listCrumb(subject)],
    feed: { title: 'Merge requests', href: `${listCrumb(subject).href}.atom` },
  }),
});

const groupList = definePage<NamespaceAccess>({
  kind: 'merge_requests',
  on: 'group',
  path: 'merge_requests',
  ability: 'read_group',
  nav,
  load: async ({ ctx, subject, query }) => ({
    title: 'Merge requests',
    data: await groupListPage(ctx, subject, query),
    breadcrumbs: [{ text: 'Merge requests', href: `/groups/${subject.namespace.full_path}/-/merge_requests` }],
    feed: { title: 'Merge requests', href: `/groups/${subject.namespace.full_path}/-/merge_requests.atom` },
  }),
});

const ownList = definePage({
  kind: 'merge_requests',
  on: 'instance',
  path: 'dashboard/merge_requests',
  ability: 'read_own_work',
  load: async ({ ctx, query }) => ({
    title: 'Merge requests',
    data: await dashboardListPage(ctx, query),
    breadcrumbs: [{ text: 'Merge requests', href: '/dashboard/merge_requests' }],
    feed: { title: 'Merge requests', href: '/dashboard/merge_requests.atom' },
  }),
});

function create(path: string, tab: MergeRequestNewPageData['tab']): Page {
  return definePage<ProjectAccess>({
    kind: 'merge_request_new',
    on: 'project',
    path,
    ability: 'read_project',
    nav,
    load: async ({ ctx, subject, query }) => ({
      title: 'New merge request',
      data: { ...(await newPage(ctx, subject, readNewQuery(query))), tab },
      breadcrumbs: [listCrumb(subject), { text: 'New', href: `${listCrumb(subject).href}/new` }],
    }),
  });
}

async function loadRequest({ ctx, subject, params }: ProjectPage) {
  return onMergeRequestPage.load(ctx, { place: String(subject.project.id), iid: params['iid'] ?? '' });
}

function crumbs(access: ProjectAccess, iid: number) {
  return [listCrumb(access), { text: `!${iid}`, href: `${listCrumb(access).href}/${iid}` }];
}

function show(path: string, tab: MergeRequestTab): Page {
  return definePage<ProjectAccess>({
    kind: 'merge_request_show',
    on: 'project',
    path,
    ability: 'read_project',
    nav,
    load: async (request) => {
      const found = await loadRequest(request);
      const { row, access } = found;
      const data = await showPage(request.ctx, found, tab);
      return {
        title: `${row.title} (!${row.iid})`,
        data,
        ...(tab !== 'commits' && { part: `${tab}-tab` }),
        ahead: (viewer) => pagePreloads({ ...request, found, page: data }, viewer),
        breadcrumbs: crumbs(access, row.iid),
        // The tabs are one page: what is being written stays when they are switched.
        key: `merge_request:${row.id}`,
      };
    },
  });
}

const edit = definePage<ProjectAccess>({
  kind: 'merge_request_edit',
  on: 'project',
  path: 'merge_requests/:iid/edit',
  ability: 'read_project',
  nav,
  load: async (request) => {
    const found = await loadRequest(request);
    return {
      title: `Edit !${found.row.iid}`,
      data: await editPage(request.ctx, found),
      breadcrumbs: [...crumbs(found.access, found.row.iid), { text: 'Edit', href: '' }],
    };
  },
});

const conflicts = definePage<ProjectAccess>({
  kind: 'merge_request_conflicts',
  on: 'project',
  path: 'merge_requests/:iid/conflicts',
  ability: 'read_project',
  nav,
  load: async (request) => {
    const found = await loadRequest(request);
    return {
      title: `Resolve conflicts of !${found.row.iid}`,
      data: await conflictsPage(request.ctx, found),
      breadcrumbs: [...crumbs(found.access, found.row.iid), { text: 'Resolve conflicts', href: '' }],
    };
  },
});

/** The source branch in the web IDE, which is a page of its project. */
const ide = definePage<ProjectAccess>({
  kind: 'ide',
  on: 'project',
  path: 'merge_requests/:iid/ide',
  ability: 'read_project',
  load: async (request) => {
    const { sourceBranch, sourcePath } = await editingOf(request.ctx, await loadRequest(request));
    if (sourcePath === null || sourceBranch === null) throw new AppError('not_found', { resource: 'Source branch' });
    return { title: '', data: null, redirect: repositoryPaths.ide(sourcePath, sourceBranch) };
  },
});

export const mergeRequestPages: readonly Page[] = [
  list,
  groupList,
  ownList,
  inboxPage,
  create('merge_requests/new', 'commits'),
  create('merge_requests/new/diffs', 'changes'),
  show('merge_requests/:iid', 'overview'),
  show('merge_requests/:iid/commits', 'commits'),
  show('merge_requests/:iid/pipelines', 'pipelines'),
  show('merge_requests/:iid/diffs', 'changes'),
  edit,
  conflicts,
  ide,
];
