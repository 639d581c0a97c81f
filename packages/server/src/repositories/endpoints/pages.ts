import type { ProjectShowPageData } from '@tributary/contract/projects/repository-page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { definePage, type Page } from '../../endpoints/pages/define-page.ts';
import { authorize } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../projects/index.ts';
import { loadBlamePage } from '../reads/blame-page.ts';
import { loadBlobPage } from '../reads/blob-page.ts';
import { loadBranchesPage, readBranchesQuery } from '../reads/branches-page.ts';
import { loadCodeSearch } from '../reads/code-search.ts';
import { loadCommitPage } from '../reads/commit-page.ts';
import { loadCommitsPage, readCommitsQuery } from '../reads/commits-page.ts';
import { loadComparePage, parseRange } from '../reads/compare-page.ts';
import { loadFileEdit, loadFileNew, loadIde } from '../reads/file-forms.ts';
import { loadFindFilePage } from '../reads/find-file.ts';
import { loadProjectPage } from '../reads/project-page.ts';
import { loadTagsPage } from '../reads/tags-page.ts';
import { loadTreePage } from '../reads/tree-page.ts';
import { repositoryPage } from './repository-page.ts';

const OLDER_IDE_LINK = /^([^/].*?)\/(?:edit|tree|blob)\/(.+?)(?:\/-(?:\/(.*))?)?$/;
const OLDER_IDE_LINK_OF_REQUEST = /^([^/].*)\/merge_requests\/(\d+)$/;

function param(params: Record<string, string>, name: string): string {
  return params[name] ?? '';
}

const projectShow = definePage<ProjectAccess, ProjectShowPageData>({
  kind: 'project_show',
  on: 'project',
  path: '',
  ability: 'read_project',
  nav: 'project',
  load: async ({ ctx, subject }) => {
    const { name, full_path: fullPath } = subject.project;
    const feed = { title: `${name}: activity`, href: `/${fullPath}.atom` };
    return { title: name, data: await loadProjectPage(ctx, subject), feed };
  },
});

const tree = repositoryPage({
  kind: 'tree',
  path: 'tree/*ref',
  nav: 'files',
  load: async ({ ctx, subject, params }) => {
    const answer = await loadTreePage(ctx, subject, param(params, 'ref'));
    if ('redirect' in answer) return answer;
    const { place } = answer.data;
    return { data: answer.data, title: `${place.path === '' ? 'Files' : place.path} · ${place.ref.name}` };
  },
});

const blob = repositoryPage({
  kind: 'blob',
  path: 'blob/*ref',
  nav: 'files',
  load: async ({ ctx, subject, params, query }) => {
    const answer = await loadBlobPage(ctx, subject, param(params, 'ref'), { plain: query.get('plain') === '1' });
    if ('redirect' in answer) return answer;
    return { data: answer.data, title: `${answer.data.file.name} · ${answer.data.place.ref.name}` };
  },
});

const blamePage = repositoryPage({
  kind: 'blame',
  path: 'blame/*ref',
  nav: 'files',
  load: async ({ ctx, subject, params }) => {
    const data = await loadBlamePage(ctx, subject, param(params, 'ref'));
    return { data, title: `Blame · ${data.file.name} · ${data.place.ref.name}` };
  },
});

const commits = repositoryPage({
  kind: 'commits',
  path: 'commits/*ref',
  nav: 'commits',
  load: async ({ ctx, subject, params, query }) => {
    const data = await loadCommitsPage(ctx, subject, param(params, 'ref'), readCommitsQuery(query));
    const name = data.place.path === '' ? data.place.ref.name : `${data.place.path} · ${data.place.ref.name}`;
    const href = `${repositoryPaths.commits(subject.project.full_path, param(params, 'ref'))}?format=atom`;
    return { data, title: `Commits · ${name}`, feed: { title: `Commits · ${name}`, href } };
  },
});

/** Without a ref, the history of the default branch. */
const commitsOfDefault = repositoryPage({
  kind: 'commits',
  path: 'commits',
  nav: 'commits',
  load: async ({ subject }) => ({
    redirect: repositoryPaths.commits(subject.project.full_path, subject.project.default_branch ?? 'HEAD'),
  }),
});

const commit = repositoryPage({
  kind: 'commit',
  path: 'commit/:sha',
  nav: 'commits',
  load: async ({ ctx, subject, params }) => {
    const data = await loadCommitPage(ctx, subject, param(params, 'sha'));
    return { data, title: `${data.commit.title} (${data.commit.shortSha})` };
  },
});

const compare = ['compare', 'compare/*range'].map((path) =>
  repositoryPage({
    kind: 'compare',
    path,
    nav: 'compare',
    load: async ({ ctx, subject, params, query }) => {
      const asked = query.has('from') && query.has('to') ? `${query.get('from')}...${query.get('to')}` : undefined;
      const range = parseRange(params['range'] ?? asked ?? '');
      const fromProjectId = Number(query.get('from_project_id'));
      const request = range && {
        ...range,
        fromProjectId: Number.isSafeInteger(fromProjectId) && fromProjectId > 0 ? fromProjectId : undefined,
        straight: query.get('straight') === 'true',
      };
      const data = await loadComparePage(ctx, subject, request);
      return { data, title: range ? `${range.from}...${range.to}` : 'Compare' };
    },
  }),
);

const branches = ['branches', 'branches/:tab'].map((path) =>
  repositoryPage({
    kind: 'branches',
    path,
    nav: 'branches',
    load: async ({ ctx, subject, params, query }) => {
      const data = await loadBranchesPage(ctx, subject, readBranchesQuery(params['tab'], query));
      return { data, title: 'Branches' };
    },
  }),
);

const tags = repositoryPage({
  kind: 'tags',
  path: 'tags',
  nav: 'tags',
  load: async ({ ctx, subject, query }) => ({
    data: await loadTagsPage(ctx, subject, query),
    title: 'Tags',
    feed: { title: 'Tags', href: `/${subject.project.full_path}/-/tags?format=atom` },
  }),
});

const findFile = repositoryPage({
  kind: 'find_file',
  path: 'find_file/*ref',
  nav: 'files',
  load: async ({ ctx, subject, params }) => {
    const data = await loadFindFilePage(ctx, subject, param(params, 'ref'));
    return { data, title: `Find file · ${data.ref.name}` };
  },
});

const search = repositoryPage({
  kind: 'repository_search',
  path: 'search',
  nav: 'files',
  load: async ({ ctx, subject, query }) => {
    const asked = { query: query.get('search') ?? '', ref: query.get('ref') ?? query.get('repository_ref') ?? '' };
    return { data: await loadCodeSearch(ctx, subject, asked), title: 'Search code' };
  },
});

const fileEdit = repositoryPage({
  kind: 'file_edit',
  path: 'edit/*ref',
  nav: 'files',
  load: async ({ ctx, subject, params }) => {
    authorize(ctx.actor, 'push_code', featureOf(subject, 'repository'));
    const data = await loadFileEdit(ctx, subject, param(params, 'ref'));
    return { data, title: `Edit ${data.file.name} · ${data.place.ref.name}` };
  },
});

const fileNew = repositoryPage({
  kind: 'file_new',
  path: 'new/*ref',
  nav: 'files',
  load: async ({ ctx, subject, params, query }) => {
    authorize(ctx.actor, 'push_code', featureOf(subject, 'repository'));
    const asked = { refAndPath: param(params, 'ref'), fileName: (query.get('file_name') ?? '').slice(0, 255) };
    return { data: await loadFileNew(ctx, subject, asked), title: 'New file' };
  },
});

const ide = repositoryPage({
  kind: 'ide',
  path: 'ide/*ref',
  nav: 'files',
  load: async ({ ctx, subject, params }) => {
    authorize(ctx.actor, 'push_code', featureOf(subject, 'repository'));
    const data = await loadIde(ctx, subject, param(params, 'ref'));
    return { data, title: `Web IDE · ${data.place.ref.name}` };
  },
});

/** As older links have it: `/-/ide/project/<project>/edit/<branch>/-/<path>`, or a merge request's. */
const ideOfOlderLinks = definePage({
  kind: 'ide',
  on: 'instance',
  path: '-/ide/project/*rest',
  ability: 'read_instance',
  load: async ({ params }) => {
    const rest = param(params, 'rest');
    const [, target, iid] = OLDER_IDE_LINK_OF_REQUEST.exec(rest) ?? [];
    if (target !== undefined && iid !== undefined)
      return { title: '', data: null, redirect: `${repositoryPaths.project(target)}/-/merge_requests/${iid}/ide` };
    const [, project, branch, path] = OLDER_IDE_LINK.exec(rest) ?? [];
    if (project === undefined || branch === undefined) throw new AppError('not_found', { resource: 'Page' });
    return { title: '', data: null, redirect: repositoryPaths.ide(project, branch, path ?? '') };
  },
});

export const repositoryPages: readonly Page[] = [
  projectShow,
  tree,
  blob,
  blamePage,
  commits,
  commitsOfDefault,
  commit,
  ...compare,
  ...branches,
  tags,
  findFile,
  search,
  fileEdit,
  fileNew,
  ide,
  ideOfOlderLinks,
];
