import { parentPort } from 'node:worker_threads';
import { highlightLines } from '../highlight/highlight-lines.ts';
import { renderSync } from './render-sync.ts';
import type { TextAnswer, TextTask } from './text-tasks.ts';
import { threadCpuMs, schedstatPath } from './thread-time.ts';
import type { WorkerMessage } from './worker-pool.ts';

/** The module of a worker thread: one task in, one answer out. */
const port = parentPort;
if (!port) throw new Error('text-worker.ts runs in a worker thread only');

port.on('message', (task: TextTask) => {
  try {
    post({ type: 'answer', answer: answerTo(task), cpuMs: threadCpuMs() });
  } catch (error) {
    post({ type: 'error', message: error instanceof Error ? error.message : String(error), cpuMs: threadCpuMs() });
  }
});
post({ type: 'ready', cpuMs: threadCpuMs(), place: schedstatPath() });

function answerTo(task: TextTask): TextAnswer {
  if (task.kind === 'markdown') return { kind: 'markdown', rendered: renderSync(task.text, task.context) };
  return { kind: 'highlight', lines: highlightLines(task.text, task.language) };
}

function post(message: WorkerMessage<TextAnswer>): void {
  port?.postMessage(message);
}
