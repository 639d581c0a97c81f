import type { PreloadedResponses } from '@tributary/contract/page/preloaded-responses.ts';

/** As long as a prefetched page is good for. What is taken later is asked for. */
const LIFE_MS = 10_000;

type Ahead = { until: number; answer: () => Promise<Response | undefined> };

const kept = new Map<string, Ahead>();

/** The same address whatever the order of its parameters. */
function keyOf(address: string): string {
  const url = new URL(address, window.location.href);
  url.searchParams.sort();
  return url.pathname + url.search;
}

/** Undefined when there was no answer: whoever wants it asks again, and hears what is wrong. */
async function answered(request: unknown): Promise<Response | undefined> {
  const response = await request;
  return response instanceof Response && response.ok ? response : undefined;
}

/**
 * Keeps what came along with a page until it is asked for. `requests` are those that the document has made already; the
 * others are made now.
 */
export function cachePreloadedResponses(
  ahead: PreloadedResponses | undefined,
  requests: Record<string, unknown> = {},
): void {
  const now = Date.now();
  for (const [key, { until }] of kept) if (until < now) kept.delete(key);
  if (!ahead) return;
  const keep = (address: string, answer: Ahead['answer']) => kept.set(keyOf(address), { until: now + LIFE_MS, answer });
  for (const [address, { headers, body }] of Object.entries(ahead.answers)) {
    keep(address, async () => Response.json(body, { headers }));
  }
  for (const address of ahead.asks) {
    // Asked for already, when the page was prefetched.
    if (kept.has(keyOf(address))) continue;
    const request = requests[address] ?? fetch(address, { headers: { Accept: 'application/json' } });
    const answer = answered(request).catch(() => undefined);
    keep(address, () => answer);
  }
}

/** The answer to this address that came along with the page, once. */
export async function takePreloadedResponse(address: string): Promise<Response | undefined> {
  const key = keyOf(address);
  const found = kept.get(key);
  kept.delete(key);
  return found && found.until >= Date.now() ? found.answer() : undefined;
}
