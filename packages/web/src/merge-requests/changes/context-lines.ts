import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { api, type QueryValue } from '../../lib/http.ts';

/** Unchanged lines of a file: those around its changes, or all. */
export function fetchContextLines(path: string, query: Record<string, QueryValue>): Promise<PageDiffLine[]> {
  return api.get<PageDiffLine[]>(path, { query });
}

/** All lines of a file, however many: each answer that is not the last ends with a gap that says where to go on. */
export async function fetchFullFile(path: string): Promise<PageDiffLine[]> {
  const query = { since: 1, to: 1, full: true, view: 'inline', from_merge_request: true };
  const parts: PageDiffLine[][] = [];
  for (let from: number | undefined = 0; from !== undefined;) {
    const part = await fetchContextLines(path, from === 0 ? query : { ...query, from_line: from });
    from = part.at(-1)?.meta_data?.new_pos;
    parts.push(from === undefined ? part : part.slice(0, -1));
  }
  return parts.flat();
}
