import { preloadAutosaves } from '../../../discussions/index.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import type { NamespaceAccess, ProjectAccess } from '../../../projects/index.ts';
import { groupIssuesPage, dashboardIssuesPage, projectIssuesPage } from '../pages/list-page.ts';
import { ISSUE_NOTEABLE } from '../noteable.ts';
import { issueNewPage } from '../pages/new-page.ts';
import { issueShowPage } from '../pages/show-page.ts';
import { onIssuePage } from './subjects.ts';

const nav = 'issues';
const listCrumb = (access: ProjectAccess) => ({ text: 'Issues', href: `/${access.project.full_path}/-/issues` });

const list = definePage<ProjectAccess>({
  kind: 'issues',
  on: 'project',
  path: 'issues',
  ability: 'read_project',
  nav,
  load: async ({ ctx, subject, query }) => ({
    title: 'Issues',
    data: await projectIssuesPage(ctx, subject, query),
    breadcrumbs: [listCrumb(subject)],
    feed: { title: 'Issues', href: `${listCrumb(subject).href}.atom` },
  }),
});

const groupList = definePage<NamespaceAccess>({
  kind: 'issues',
  on: 'group',
  path: 'issues',
  ability: 'read_group',
  nav,
  load: async ({ ctx, subject, query }) => ({
    title: 'Issues',
    data: await groupIssuesPage(ctx, subject, query),
    breadcrumbs: [{ text: 'Issues', href: `/groups/${subject.namespace.full_path}/-/issues` }],
    feed: { title: 'Issues', href: `/groups/${subject.namespace.full_path}/-/issues.atom` },
  }),
});

const ownList = definePage({
  kind: 'issues',
  on: 'instance',
  path: 'dashboard/issues',
  ability: 'read_own_work',
  load: async ({ ctx, query }) => ({
    title: 'Issues',
    data: await dashboardIssuesPage(ctx, query),
    breadcrumbs: [{ text: 'Issues', href: '/dashboard/issues' }],
    feed: { title: 'Issues', href: '/dashboard/issues.atom' },
  }),
});

const create = definePage<ProjectAccess>({
  kind: 'issue_new',
  on: 'project',
  path: 'issues/new',
  ability: 'read_project',
  nav,
  load: async ({ ctx, subject, query }) => ({
    title: 'New issue',
    data: await issueNewPage(ctx, subject, query),
    breadcrumbs: [listCrumb(subject), { text: 'New', href: `${listCrumb(subject).href}/new` }],
  }),
});

const show = definePage<ProjectAccess>({
  kind: 'issue_show',
  on: 'project',
  path: 'issues/:iid',
  ability: 'read_project',
  nav,
  load: async ({ ctx, subject, params }) => {
    const found = await onIssuePage.load(ctx, { place: String(subject.project.id), iid: params['iid'] ?? '' });
    const { row } = found;
    return {
      ahead: async (viewer) => preloadAutosaves(viewer, [`${ISSUE_NOTEABLE}:${row.id}`]),
      title: `${row.title} (#${row.iid})`,
      data: await issueShowPage(ctx, found),
      breadcrumbs: [listCrumb(subject), { text: `#${row.iid}`, href: `${listCrumb(subject).href}/${row.iid}` }],
      key: `issue:${row.id}`,
    };
  },
});

export const issuePages: readonly Page[] = [list, groupList, ownList, create, show];
