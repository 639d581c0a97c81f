import process from 'node:process';
import { parentPort } from 'node:worker_threads';

/** A worker for the tests of the pool: does what the task says. */
type Task = { act: 'echo' | 'throw' | 'spin' | 'regex' | 'exit' | 'wait' | 'fill'; value?: string; ms?: number };

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

parentPort?.on('message', ({ act, value = '', ms = 0 }: Task) => {
  try {
    parentPort?.postMessage({ type: 'answer', answer: answerTo(act, value, ms), cpuMs: cpuMs() });
  } catch (error) {
    parentPort?.postMessage({ type: 'error', message: String(error), cpuMs: cpuMs() });
  }
});
parentPort?.postMessage({ type: 'ready', cpuMs: cpuMs() });

function answerTo(act: Task['act'], value: string, ms: number): string {
  if (act === 'throw') throw new Error(value);
  if (act === 'exit') process.exit(3);
  if (act === 'regex') return String(/^(a+)+$/.test(`${'a'.repeat(60)}b`));
  if (act === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  if (act === 'fill') {
    const kept: string[][] = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => `${index}`));
  }
  if (act === 'spin') {
    const end = cpuMs() + ms;
    while (cpuMs() < end) value.trim();
  }
  return value;
}
