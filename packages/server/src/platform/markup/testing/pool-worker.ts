import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { parentPort } from 'node:worker_threads';
import { threadCpuMs, schedstatPath } from '../thread-time.ts';

/** A worker for the tests of the pool: does what the task says. */
type Task = {
  act: 'echo' | 'throw' | 'spin' | 'regex' | 'exit' | 'wait' | 'deaf' | 'fill';
  value?: string;
  ms?: number;
};

parentPort?.on('message', ({ act, value = '', ms = 0 }: Task) => {
  try {
    parentPort?.postMessage({ type: 'answer', answer: answerTo(act, value, ms), cpuMs: threadCpuMs() });
  } catch (error) {
    parentPort?.postMessage({ type: 'error', message: String(error), cpuMs: threadCpuMs() });
  }
});
parentPort?.postMessage({ type: 'ready', cpuMs: threadCpuMs(), place: schedstatPath() });

function answerTo(act: Task['act'], value: string, ms: number): string {
  if (act === 'throw') throw new Error(value);
  if (act === 'exit') process.exit(3);
  if (act === 'regex') return String(/^(a+)+$/.test(`${'a'.repeat(60)}b`));
  if (act === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  if (act === 'deaf') execFileSync('sleep', [String(ms / 1_000)]);
  if (act === 'fill') {
    const kept: string[][] = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => `${index}`));
  }
  if (act === 'spin') {
    const end = threadCpuMs() + ms;
    while (threadCpuMs() < end) value.trim();
  }
  return value;
}
