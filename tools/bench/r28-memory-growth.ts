import type { Benchmark, Row } from './benchmark.ts';
import { readFullDiff } from './big-diff.ts';
import type { Lab } from './lab.ts';
import { residentMemory } from './memory.ts';
import { successBody } from './http-client.ts';
import { openStage } from './stage.ts';

const REPETITIONS = 100;
/** Long enough for what a start leaves behind to be let go. */
const REST_MS = 15_000;

/**
 * R28: how much the memory in RAM of the service grew right after it served all batches of the big diff 100 times ÷ what
 * it was at rest before, in a process freshly started on data that was there. What is left after a rest, and the most
 * there ever was, are told beside it.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const stage = await openStage(lab);
  const service = await lab.restartService();
  const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS));
  successBody(await service.client.request('GET', '/-/readiness'), 'readiness');
  await rest();
  const idle = residentMemory(service.pid).now;
  const repetitions = lab.isQuick ? REPETITIONS / 5 : REPETITIONS;
  for (let count = 0; count < repetitions; count++) await readFullDiff(service, stage, stage.big);
  const after = residentMemory(service.pid);
  await rest();
  const details = {
    repetitions,
    'right after (MB)': Math.round(after.now),
    'after a rest (MB)': Math.round(residentMemory(service.pid).now),
    'most ever (MB)': Math.round(after.peak),
  };
  const grown = Math.max(0, after.now - idle);
  const what = `memory grown by serving the big diff ${REPETITIONS} times ÷ memory at rest`;
  return [{ id: 'R28', what, unit: 'MB', ours: grown, reference: idle, goal: 0.5, stretch: 0.2, details }];
}

export const memoryGrowth: Benchmark = { id: 'R28', measure };
