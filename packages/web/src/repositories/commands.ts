import type { OptionLoad } from '../ui/option-list.tsx';
import type { RestBranch, RestCommitDetail, RestTag } from '@tributary/contract/projects/repository-rest.ts';
import { api } from '../lib/http.ts';

function repository(projectId: number): string {
  return `/api/v4/projects/${projectId}/repository`;
}

export type FileAction = {
  action: 'create' | 'update' | 'move' | 'delete';
  file_path: string;
  previous_path?: string;
  content?: string;
  encoding?: 'text' | 'base64';
  last_commit_id?: string | null;
};

/** Where a commit goes: `startBranch` is set when the branch is made by it, from `startSha` where that is known. */
export type CommitTarget = { branch: string; startBranch: string | null; startSha?: string; message: string };

function startOf({ startBranch, startSha }: CommitTarget) {
  if (startBranch === null) return {};
  return startSha === undefined ? { start_branch: startBranch } : { start_sha: startSha };
}

export function commitFiles(
  commitsPath: string,
  target: CommitTarget,
  actions: readonly FileAction[],
): Promise<RestCommitDetail> {
  return api.post<RestCommitDetail>(commitsPath, {
    body: {
      branch: target.branch,
      ...startOf(target),
      commit_message: target.message,
      actions,
      stats: false,
    },
  });
}

export function createBranch(projectId: number, branch: string, ref: string): Promise<RestBranch> {
  return api.post<RestBranch>(`${repository(projectId)}/branches`, { body: { branch, ref } });
}

export function deleteBranch(projectId: number, branch: string): Promise<void> {
  return api.delete(`${repository(projectId)}/branches/${encodeURIComponent(branch)}`);
}

/** Is done in the background; branches go one by one. */
export function deleteMergedBranches(projectId: number): Promise<void> {
  return api.delete(`${repository(projectId)}/merged_branches`);
}

export function createTag(projectId: number, tag: { name: string; ref: string; message: string }): Promise<RestTag> {
  return api.post<RestTag>(`${repository(projectId)}/tags`, {
    body: { tag_name: tag.name, ref: tag.ref, ...(tag.message !== '' && { message: tag.message }) },
  });
}

export function deleteTag(projectId: number, tag: string): Promise<void> {
  return api.delete(`${repository(projectId)}/tags/${encodeURIComponent(tag)}`);
}

export type PickKind = 'revert' | 'cherry_pick';

/** Writes the opposite of the commit, or the commit again, onto a branch. */
/** `from`: the project that has the commit, where it is another one. */
export function pickCommit(
  projectId: number,
  kind: PickKind,
  { sha, branch, from }: { sha: string; branch: string; from?: number | undefined },
): Promise<RestCommitDetail> {
  const body = { branch, ...(from !== undefined && from !== projectId && { source_project_id: from }) };
  return api.post<RestCommitDetail>(`${repository(projectId)}/commits/${sha}/${kind}`, { body });
}

type RestProjectName = { id: number; path_with_namespace: string };

/** The project, what it was forked from, and its forks that the reader may write to. */
export function pickProjects(projectId: number): OptionLoad {
  return async (query, signal) => {
    const of = `/api/v4/projects/${projectId}`;
    const search = new URLSearchParams({ search: query.trim(), min_access_level: '30', per_page: '50' });
    const [here, forks] = await Promise.all([
      api.get<RestProjectName & { forked_from_project?: RestProjectName }>(of, { signal }),
      api.get<RestProjectName[]>(`${of}/forks?${search.toString()}`, { signal }),
    ]);
    const near = [here, ...(here.forked_from_project ? [here.forked_from_project] : [])];
    const found = [...near.filter(({ path_with_namespace: path }) => path.includes(query.trim())), ...forks];
    return found.map(({ id, path_with_namespace: text }) => ({ id: String(id), text }));
  };
}

export function setStarred(projectId: number, isStarred: boolean): Promise<unknown> {
  return api.raw('POST', `/api/v4/projects/${projectId}/${isStarred ? 'star' : 'unstar'}`);
}

export type AccessChange = { id?: number; access_level?: number; user_id?: number; group_id?: number; _destroy?: true };

export type ProtectionInput = {
  name: string;
  allowed_to_push: AccessChange[];
  allowed_to_merge: AccessChange[];
  allow_force_push: boolean;
  code_owner_approval_required: boolean;
};

/** `container`: the path of a project or group in the API. */
export function protectBranch(container: string, rule: ProtectionInput): Promise<unknown> {
  return api.post(`${container}/protected_branches`, { body: rule });
}

export function updateProtection(
  container: string,
  name: string,
  change: Partial<Omit<ProtectionInput, 'name'>>,
): Promise<unknown> {
  return api.patch(`${container}/protected_branches/${encodeURIComponent(name)}`, { body: change });
}

export function unprotectBranch(container: string, name: string): Promise<unknown> {
  return api.delete(`${container}/protected_branches/${encodeURIComponent(name)}`);
}

export function protectTag(projectId: number, name: string, create: AccessChange[]): Promise<unknown> {
  return api.post(`/api/v4/projects/${projectId}/protected_tags`, { body: { name, allowed_to_create: create } });
}

export function unprotectTag(projectId: number, name: string): Promise<unknown> {
  return api.delete(`/api/v4/projects/${projectId}/protected_tags/${encodeURIComponent(name)}`);
}

export type ForkRequest = {
  /** The one branch to copy; empty for all. */
  branches: string;
  namespaceId: number;
  name: string;
  path: string;
  description: string;
  visibility: string;
};

export function forkProject(projectId: number, fork: ForkRequest): Promise<{ path_with_namespace: string }> {
  return api.post<{ path_with_namespace: string }>(`/api/v4/projects/${projectId}/fork`, {
    body: {
      namespace_id: fork.namespaceId,
      name: fork.name,
      path: fork.path,
      visibility: fork.visibility,
      ...(fork.description !== '' && { description: fork.description }),
      ...(fork.branches !== '' && { branches: fork.branches }),
    },
  });
}
