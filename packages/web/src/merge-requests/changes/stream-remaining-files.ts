import type { DiffFileSummary, DiffsLine } from '@tributary/contract/merge-requests/diffs.ts';
import type { DiffsAddresses } from '@tributary/contract/merge-requests/page.ts';
import { api, type QueryValue } from '../../lib/http.ts';
import { jsonLines } from '../../lib/json-lines.ts';
import { type DiffRange, diffQuery } from '../queries.ts';
import type { DiffFileStore } from './model/diff-file-store.ts';

async function* fetchLines(address: string, query: Record<string, QueryValue>, signal: AbortSignal) {
  for await (const line of jsonLines<DiffsLine>(await api.raw('GET', address, { query, signal }))) {
    yield line;
    // What is there is drawn, and a key that was pressed is answered, before more is taken. Clocks of windows that nobody
    // sees are slow.
    if (!document.hidden) await new Promise((resolve) => setTimeout(resolve));
  }
}

/**
 * Takes all of these files, in the order they are read, that follow those which are there already. Where others between
 * them are hidden (`isPart`) the server hears which they are. The lines are the same for both views; two sides are made of
 * them here.
 */
export async function streamRemainingFiles(
  store: DiffFileStore,
  files: readonly DiffFileSummary[],
  { batchesPath }: DiffsAddresses,
  range: DiffRange,
  isPart: boolean,
): Promise<void> {
  const page = files.findIndex((file) => store.get(file.index).state === 'idle');
  if (page < 0) return;
  const coming = files.slice(page).map((file) => file.index);
  const only = isPart && { only: files.map((file) => file.index).join() };
  const query = { ...diffQuery({ ...range, view: 'inline' }), page, files: coming.length, ...only };
  await store.follow(coming, (signal) => fetchLines(batchesPath, query, signal));
}
