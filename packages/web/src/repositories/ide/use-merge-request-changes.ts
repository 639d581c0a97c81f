import type { DiffsMetadataAnswer } from '@tributary/contract/merge-requests/diffs.ts';
import type { CommitForm } from '@tributary/contract/projects/repository-page.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { api } from '../../lib/http.ts';

/** The open merge request of a branch that changes a file. */
export type MrChange = { iid: number; href: string };

async function load(projectPath: string, { projectId, branch }: CommitForm, signal: AbortSignal) {
  const query = new URLSearchParams({ source_branch: branch, state: 'opened', per_page: '1' });
  const [found] = await api.get<{ iid: number }[]>(`/api/v4/projects/${projectId}/merge_requests?${query}`, { signal });
  if (!found) return null;
  const href = `/${encodePath(projectPath)}/-/merge_requests/${found.iid}`;
  const changes = await api.get<DiffsMetadataAnswer>(`${href}/diffs_metadata.json`, { signal });
  const files = 'diff_files' in changes ? changes.diff_files : [];
  return { iid: found.iid, href, paths: files.map((file) => file.new_path) };
}

/** By path key; empty until it is known, and when it cannot be asked for. */
export function useMergeRequestChanges(projectPath: string, form: CommitForm): ReadonlyMap<string, MrChange> {
  const { data } = useQuery(
    {
      queryKey: ['projects', 'ide', 'merge-request', form.projectId, form.branch],
      queryFn: ({ signal }) => load(projectPath, form, signal),
      staleTime: 60_000,
    },
    queryClient,
  );
  return useMemo(() => {
    if (!data) return new Map();
    const { paths, ...request } = data;
    return new Map(paths.map((path) => [path, request]));
  }, [data]);
}
