import { api } from '../../lib/http.ts';
import type { ComboboxOption } from '../../ui/combobox.tsx';

type RestBranch = { name: string; default: boolean };

const LIMIT = 30;

/** Branches of a project whose name contains the words. */
export async function findBranches(projectId: number, query: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const branches = await api.get<RestBranch[]>(`/api/v4/projects/${projectId}/repository/branches`, {
    query: { search: query === '' ? null : query, per_page: LIMIT },
    signal,
  });
  return branches.map((branch) => ({
    id: branch.name,
    text: branch.name,
    ...(branch.default && { detail: 'default' }),
  }));
}
