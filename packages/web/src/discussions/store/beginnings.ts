import { MOST_BEGINNINGS } from '@tributary/contract/discussions/page.ts';
import { api } from '../../lib/http.ts';

type Beginning = { id: string };
type Wanted = PromiseWithResolvers<Beginning | null>;

/** Threads that are drawn at the same time are asked for together. */
const GATHER_MS = 30;

const gathered = new Map<string, Map<string, Wanted>>();

async function askFor(path: string, threads: readonly [string, Wanted][]): Promise<void> {
  try {
    const ids = threads.map(([id]) => id).join(',');
    const answer = await api.get<Beginning[]>(path, { query: { ids } });
    const found = new Map(answer.map((each) => [each.id, each]));
    for (const [id, { resolve }] of threads) resolve(found.get(id) ?? null);
  } catch (error) {
    for (const [, { reject }] of threads) reject(error);
  }
}

function requestAll(path: string): void {
  const threads = [...(gathered.get(path) ?? [])];
  gathered.delete(path);
  for (let at = 0; at < threads.length; at += MOST_BEGINNINGS) {
    void askFor(path, threads.slice(at, at + MOST_BEGINNINGS));
  }
}

/** What a thread was begun on, as one of the addresses for such tells it; null where there is nothing of the kind. */
export async function fetchBeginning<T extends Beginning>(path: string, id: string): Promise<T | null> {
  const waiting = gathered.get(path) ?? new Map<string, Wanted>();
  if (waiting.size === 0) setTimeout(() => requestAll(path), GATHER_MS);
  gathered.set(path, waiting);
  const wanted = waiting.get(id) ?? Promise.withResolvers<Beginning | null>();
  waiting.set(id, wanted);
  return (await wanted.promise) as T | null;
}
