import { setTimeout as sleep } from 'node:timers/promises';
import type { PreloadedResponse, PreloadedResponses } from '@tributary/contract/page/preloaded-responses.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '../../platform/log.ts';
import type { Preload } from './define-page.ts';

/** What of a page's request is passed on: whose it is and from where. */
type Asker = { headers: FastifyRequest['headers']; socket: { remoteAddress?: string | undefined } };

/** Longer than any of these answers takes that is not stuck: a page waits no longer for what comes along with it. */
const PATIENCE_MS = 2_000;
/** Pages travel uncompressed: what is longer is asked for by itself. */
const MOST_CHARS = 32_768;
/** What was too long is not made again to be thrown away, until it may have become short. */
const LONG_FOR_MS = 10 * 60_000;
const MOST_LONG = 1_000;

/** Of the page, not of what comes along with it. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'if-modified-since',
  'if-none-match',
  'range',
  'transfer-encoding',
  'upgrade',
]);

/** Addresses whose answers were too long, with the time until which that is believed. */
const longOf = new WeakMap<FastifyInstance, Map<string, number>>();

function isKnownLong(server: FastifyInstance, path: string): boolean {
  return (longOf.get(server)?.get(path) ?? 0) > Date.now();
}

function noteLong(server: FastifyInstance, path: string): void {
  const long = longOf.get(server) ?? new Map<string, number>();
  longOf.set(server, long);
  long.delete(path);
  long.set(path, Date.now() + LONG_FOR_MS);
  const [oldest] = long.keys();
  if (long.size > MOST_LONG && oldest !== undefined) long.delete(oldest);
}

/**
 * Answers what a page will ask first. Each is asked of this server by its own address with the credentials of the page's
 * request, so that it is bound to the same rights as if the browser had asked.
 */
export async function preloadResponses(
  server: FastifyInstance,
  request: Asker,
  asks: readonly Preload[],
  log: Pick<Logger, 'warn'>,
): Promise<PreloadedResponses> {
  const answers: PreloadedResponses['answers'] = {};
  const later: string[] = [];
  // A page is whole without what comes along with it; who ends the service while it is made still gets it.
  const given = (path: string) =>
    answerOf(server, request, path).catch((error: unknown) => {
      log.warn({ err: error, path }, 'a page goes without an answer that should come along');
      return undefined;
    });
  const patience = new AbortController();
  const late = sleep(PATIENCE_MS, 'later' as const, { signal: patience.signal }).catch(() => 'later' as const);
  await Promise.all(
    asks.map(async ({ path, isLong }) => {
      const answer = isLong || isKnownLong(server, path) ? 'later' : await Promise.race([given(path), late]);
      if (answer === 'later') later.push(path);
      else if (answer) answers[path] = answer;
    }),
  );
  patience.abort();
  return { answers, asks: later };
}

/** Undefined where there is none to give: the page asks then, and tells why. */
async function answerOf(
  server: FastifyInstance,
  request: Asker,
  url: string,
): Promise<PreloadedResponse | 'later' | undefined> {
  const given = Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.has(name));
  const response = await server.inject({
    method: 'GET',
    url,
    headers: { ...Object.fromEntries(given), accept: 'application/json' },
    ...(request.socket.remoteAddress !== undefined && { remoteAddress: request.socket.remoteAddress }),
  });
  if (response.statusCode !== 200) return undefined;
  if (response.body.length > MOST_CHARS) {
    noteLong(server, url);
    return 'later';
  }
  return { headers: headersToKeep(response.headers), body: JSON.parse(response.body) as unknown };
}

/** Those that pages read: how to go on, and when to ask again. */
function headersToKeep(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => name.startsWith('x-next-') || name === 'poll-interval');
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
