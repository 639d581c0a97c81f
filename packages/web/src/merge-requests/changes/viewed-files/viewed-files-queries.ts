import type { ViewedFiles } from '@tributary/contract/merge-requests/viewed-files.ts';
import type { Question } from '../../../lib/answers.ts';
import { api } from '../../../lib/http.ts';
import type { DiffParams } from '../../queries.ts';

/** Ticks depend on what is compared, not on how it is drawn. */
export function reviewedFiles(path: string, params: DiffParams): Question<ViewedFiles> {
  const { view: _view, ...range } = params;
  return {
    key: ['merge-requests', 'reviewed-files', path, range],
    ask: ({ signal, isFirst }) => api.get<ViewedFiles>(path, { query: { ...range }, signal, takesAhead: isFirst }),
    freshMs: 0,
  };
}

export function saveViewed(
  path: string,
  { diff_id, commit_id }: DiffParams,
  files: readonly { file_hash: string; reviewed: boolean }[],
): Promise<ViewedFiles> {
  return api.put<ViewedFiles>(path, { body: { files, diff_id, commit_id } });
}
