import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { api, type QueryValue } from '../../lib/http.ts';

/** Unchanged lines of a file: those around its changes, or all. */
export function fetchContextLines(path: string, query: Record<string, QueryValue>): Promise<PageDiffLine[]> {
  return api.get<PageDiffLine[]>(path, { query });
}
