/**
 * Addresses of a project's repository, made in one place so that names with slashes, spaces, quotes, `#`, `?` or bytes
 * that are no text come back exactly. `project` is the full path; `ref` a branch, tag or commit id; `path` a path key.
 */

const PLAIN = /^[\w.!~*'()/-]*$/;

/** Percent-encodes each part and keeps the slashes between them. */
export function encodePath(path: string): string {
  // Nearly all of them stay as they are, and there are thousands in one answer.
  return PLAIN.test(path) ? path : path.split('/').map(encodeURIComponent).join('/');
}

function place(project: string, rest: string): string {
  return `/${encodePath(project)}/-/${rest}`;
}

function refAndPath(project: string, kind: string, ref: string, path: string): string {
  return place(project, `${kind}/${encodePath(ref)}${path === '' ? '' : `/${encodePath(path)}`}`);
}

export type ArchiveFormat = 'zip' | 'tar.gz' | 'tar.bz2' | 'tar';
export const ARCHIVE_FORMATS: readonly ArchiveFormat[] = ['zip', 'tar.gz', 'tar.bz2', 'tar'];

export const repositoryPaths = {
  project: (project: string) => `/${encodePath(project)}`,
  tree: (project: string, ref: string, path = '') => refAndPath(project, 'tree', ref, path),
  blob: (project: string, ref: string, path: string) => refAndPath(project, 'blob', ref, path),
  raw: (project: string, ref: string, path: string) => refAndPath(project, 'raw', ref, path),
  blame: (project: string, ref: string, path: string) => refAndPath(project, 'blame', ref, path),
  commits: (project: string, ref: string, path = '') => refAndPath(project, 'commits', ref, path),
  edit: (project: string, ref: string, path: string) => refAndPath(project, 'edit', ref, path),
  /** The web IDE, with a file open in it. */
  ide: (project: string, branch: string, path = '') => refAndPath(project, 'ide', branch, path),
  newFile: (project: string, ref: string, directory = '') => refAndPath(project, 'new', ref, directory),
  findFile: (project: string, ref: string) => place(project, `find_file/${encodePath(ref)}`),
  files: (project: string, ref: string) => place(project, `files/${encodePath(ref)}?format=json`),
  /** JSON `LastCommitsAnswer` for the entries of a directory. */
  lastCommits: (project: string, ref: string, path = '') =>
    place(project, `refs/${encodeURIComponent(ref)}/logs_tree${path === '' ? '' : `/${encodePath(path)}`}`),
  /** JSON `RefSwitcherAnswer`. */
  refs: (project: string, search = '') =>
    place(project, `refs${search === '' ? '' : `?search=${encodeURIComponent(search)}`}`),
  commit: (project: string, sha: string) => place(project, `commit/${encodeURIComponent(sha)}`),
  commitPipelines: (project: string, sha: string) => place(project, `commit/${encodeURIComponent(sha)}/pipelines`),
  branches: (project: string) => place(project, 'branches'),
  tags: (project: string) => place(project, 'tags'),
  compare: (project: string, from?: string, to?: string) =>
    place(
      project,
      from === undefined || to === undefined
        ? 'compare'
        : `compare/${encodeURIComponent(from)}...${encodeURIComponent(to)}`,
    ),
  search: (project: string, query = '', ref = '') => {
    const parameters = new URLSearchParams();
    if (query !== '') parameters.set('search', query);
    if (ref !== '') parameters.set('ref', ref);
    const text = parameters.toString();
    return place(project, `search${text === '' ? '' : `?${text}`}`);
  },
  archive: (project: string, ref: string, format: ArchiveFormat) => {
    const name = `${project.split('/').at(-1) ?? 'project'}-${ref.replaceAll('/', '-')}`;
    return place(project, `archive/${encodeURIComponent(ref)}/${encodeURIComponent(name)}.${format}`);
  },
  newFork: (project: string) => place(project, 'forks/new'),
  forks: (project: string) => place(project, 'forks'),
  settings: (project: string) => place(project, 'settings/repository'),
  /** Where a merge request from one branch into another is begun. */
  newMergeRequest: (project: string, source: string, target?: string) => {
    const parameters = new URLSearchParams({ 'merge_request[source_branch]': source });
    if (target !== undefined) parameters.set('merge_request[target_branch]', target);
    return place(project, `merge_requests/new?${parameters.toString()}`);
  },
} as const;
