import { parentPort } from 'node:worker_threads';
import { threadCpuMs, schedstatPath } from '../../../platform/markup/thread-time.ts';
import type { WorkerMessage } from '../../../platform/markup/worker-pool.ts';
import { matchEach, type Matcher, matcherOf, type Search } from '../rules/matcher.ts';
import type { MatchAnswer, MatchTask } from './match-texts.ts';

/** The module of a worker thread: one task in, one answer out. */
const port = parentPort;
if (!port) throw new Error('match-worker.ts runs in a worker thread only');

/** After so long what was read until then is answered: long before the thread would be ended. */
const ANSWER_CPU_MS = 400;

/** Searches ask many times with the same expression. */
let last: { key: string; matcher: Matcher | undefined } | undefined;

port.on('message', (task: MatchTask) => {
  try {
    post({ type: 'answer', answer: answerTo(task), cpuMs: threadCpuMs() });
  } catch (error) {
    post({ type: 'error', message: error instanceof Error ? error.message : String(error), cpuMs: threadCpuMs() });
  }
});
post({ type: 'ready', cpuMs: threadCpuMs(), place: schedstatPath() });

function answerTo({ search, texts }: MatchTask): MatchAnswer {
  const until = threadCpuMs() + ANSWER_CPU_MS;
  const matcher = compiled(search);
  return matcher && matchEach(matcher, texts, () => threadCpuMs() < until);
}

function compiled(search: Search): Matcher | undefined {
  const key = JSON.stringify(search);
  if (last?.key !== key) last = { key, matcher: matcherOf(search, undefined, threadCpuMs) };
  return last.matcher;
}

function post(message: WorkerMessage<MatchAnswer>): void {
  port?.postMessage(message);
}
