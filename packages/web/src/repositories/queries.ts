import type { DiffFilesAnswer } from '@tributary/contract/projects/repository-diff.ts';
import type {
  BlameAnswer,
  CommitForm,
  CommitRefsAnswer,
  DivergenceAnswer,
  FileEditPageData,
  FileNewPageData,
} from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { LastCommitsAnswer, RefSwitcherAnswer } from '@tributary/contract/projects/repository-views.ts';
import type { RestBranch } from '@tributary/contract/projects/repository-rest.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../lib/http.ts';
import { NO_MORE_MS, serverPollInterval } from '../lib/poll-interval.ts';

const AGAIN_MS = 2_000;
const MAX_ASKED = 8;

/** The last commit of the entries from `offset` on. What the server could not find in time is asked for again. */
export function lastCommits(path: string, offset: number) {
  return queryOptions({
    queryKey: ['projects', 'last-commits', path, offset],
    queryFn: async ({ signal }) => {
      const response = await api.raw('GET', path, { query: { offset: offset || null }, signal });
      const { commits, complete } = (await response.json()) as LastCommitsAnswer;
      return { commits, againMs: complete ? NO_MORE_MS : serverPollInterval(response, AGAIN_MS) };
    },
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && data.againMs > 0 && dataUpdateCount < MAX_ASKED ? data.againMs : false,
    staleTime: 30_000,
  });
}

export function searchRefs(path: string, search: string, signal: AbortSignal): Promise<RefSwitcherAnswer> {
  return api.get<RefSwitcherAnswer>(path, { query: { search: search || null }, signal });
}

export function filePaths(path: string) {
  return queryOptions({
    queryKey: ['projects', 'files', path],
    queryFn: ({ signal }) => api.get<string[]>(path, { signal }),
    staleTime: 60_000,
  });
}

export function commitRefs(path: string) {
  return queryOptions({
    queryKey: ['projects', 'commit-refs', path],
    queryFn: ({ signal }) => api.get<CommitRefsAnswer>(path, { signal }),
    staleTime: 60_000,
  });
}

export function divergence(path: string, names: readonly string[]) {
  return queryOptions({
    queryKey: ['projects', 'divergence', path, names],
    queryFn: ({ signal }) => api.get<DivergenceAnswer>(path, { query: { names }, signal }),
    enabled: names.length > 0,
    staleTime: 30_000,
  });
}

export function fetchBlamePart(href: string): Promise<BlameAnswer> {
  return api.get<BlameAnswer>(href);
}

export function fetchDiffFiles(href: string): Promise<DiffFilesAnswer> {
  return api.get<DiffFilesAnswer>(href);
}

/** How a change to this directory is committed; the page of a new file knows it. */
export function commitForm(project: string, branch: string, directory: string) {
  const address = repositoryPaths.newFile(project, branch, directory);
  return queryOptions({
    queryKey: ['projects', 'commit-form', address],
    queryFn: async ({ signal }): Promise<CommitForm> => {
      const page = await api.get<PageData<FileNewPageData>>(shellPaths.page + address, { signal });
      return page.data.form;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** The file as it is on the branch now. */
export async function fetchFileNow(project: string, branch: string, path: string): Promise<FileEditPageData> {
  const address = repositoryPaths.edit(project, branch, path);
  const page = await api.get<PageData<FileEditPageData>>(shellPaths.page + address);
  return page.data;
}

export async function fetchText(href: string): Promise<string> {
  const response = await api.raw('GET', href, { headers: { Accept: '*/*' } });
  return response.text();
}

export function markdownPreview(projectPath: string, text: string) {
  return queryOptions({
    queryKey: ['projects', 'markdown-preview', projectPath, text],
    queryFn: async ({ signal }): Promise<string> => {
      const body = { text, gfm: true, project: projectPath };
      const answer = await api.post<{ html: string }>('/api/v4/markdown', { body, signal });
      return answer.html;
    },
    gcTime: 0,
  });
}

export async function fetchBranchTip(projectId: number, branch: string): Promise<string> {
  const path = `/api/v4/projects/${projectId}/repository/branches/${encodeURIComponent(branch)}`;
  const found = await api.get<RestBranch>(path);
  return found.commit.id;
}
