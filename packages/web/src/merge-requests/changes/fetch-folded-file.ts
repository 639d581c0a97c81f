import type { DiffsBatch, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { api } from '../../lib/http.ts';
import type { DiffParams } from '../queries.ts';

/** The lines of a file that was folded at first. */
export async function fetchFoldedFile(
  file: PageDiffFile,
  params: DiffParams,
  page: Record<string, number> = {},
): Promise<PageDiffFile> {
  const query = { ...params, ...page };
  const answer = await api.get<PageDiffFile | DiffsBatch>(file.load_collapsed_diff_url, { query });
  if (!('diff_files' in answer)) return answer;
  const [found] = answer.diff_files;
  if (!found) throw new Error('This file is no longer part of these changes.');
  return found;
}
