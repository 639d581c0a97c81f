import { type LineColours, MOST_COLOURED_THREADS } from '@tributary/contract/discussions/page.ts';
import { api } from '../../lib/http.ts';

type Colours = readonly string[] | null;

/** Threads that are drawn at the same time are asked for together. */
const GATHER_MS = 30;

const gathered = new Map<string, Map<string, PromiseWithResolvers<Colours>>>();

async function askFor(path: string, threads: readonly [string, PromiseWithResolvers<Colours>][]): Promise<void> {
  try {
    const ids = threads.map(([id]) => id).join(',');
    const answer = await api.get<LineColours[]>(path, { query: { ids } });
    const found = new Map(answer.map(({ id, rich_text: lines }) => [id, lines]));
    for (const [id, { resolve }] of threads) resolve(found.get(id) ?? null);
  } catch (error) {
    for (const [, { reject }] of threads) reject(error);
  }
}

function askForAll(path: string): void {
  const threads = [...(gathered.get(path) ?? [])];
  gathered.delete(path);
  for (let at = 0; at < threads.length; at += MOST_COLOURED_THREADS) {
    void askFor(path, threads.slice(at, at + MOST_COLOURED_THREADS));
  }
}

/** Colours of the lines that a thread was begun on; null where there are none. */
export function fetchLineColours(path: string, id: string): Promise<Colours> {
  const waiting = gathered.get(path) ?? new Map<string, PromiseWithResolvers<Colours>>();
  if (waiting.size === 0) setTimeout(() => askForAll(path), GATHER_MS);
  gathered.set(path, waiting);
  const wanted = waiting.get(id) ?? Promise.withResolvers<Colours>();
  waiting.set(id, wanted);
  return wanted.promise;
}
