import type { ReviewedFiles } from '@tributary/contract/merge-requests/reviewed.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/http.ts';
import { type DiffParams, isKnown } from '../../queries.ts';

/** Ticks depend on what is compared, not on how it is drawn. */
export function reviewedFiles(path: string, params: DiffParams) {
  const { view: _view, ...range } = params;
  return queryOptions({
    queryKey: ['merge-requests', 'reviewed-files', path, range],
    queryFn: ({ signal, client, queryKey }) =>
      api.get<ReviewedFiles>(path, { query: { ...range }, signal, takesAhead: !isKnown(client, queryKey) }),
    staleTime: 0,
  });
}

export function saveReviewed(
  path: string,
  params: DiffParams,
  files: readonly { file_hash: string; reviewed: boolean }[],
): Promise<ReviewedFiles> {
  return api.put<ReviewedFiles>(path, { body: { files, ...(params.diff_id && { diff_id: params.diff_id }) } });
}
