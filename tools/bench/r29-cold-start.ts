import path from 'node:path';
import type { Benchmark, Row } from './benchmark.ts';
import { waitForOk } from './http-client.ts';
import type { Lab } from './lab.ts';
import { endProcess, freePort, startNode } from './processes.ts';
import { sampleInterleaved, timed } from './sampling.ts';
import { startProcess } from './service.ts';

/**
 * R29: from starting the process of the product to its sign-in page answering 200, ÷ from starting a Fastify with one
 * route to its 200. Ours has a data directory that was started before, as every start but the first has, and includes
 * the start of its PostgreSQL; the first of all, which makes the database and everything in it, is told beside it.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const dataDir = path.join(await lab.scratch('cold-start'), 'data');
  const startOurs = async () => {
    const port = await freePort();
    const from = performance.now();
    const started = await startProcess(dataDir, port);
    const elapsedMs = performance.now() - from;
    await endProcess(started.child);
    return elapsedMs;
  };
  const startBare = async () => {
    const port = await freePort();
    const child = startNode('tools/bench/bare-fastify.mjs', [String(port)]);
    const elapsedMs = await timed(() => waitForOk(`http://127.0.0.1:${port}/`, () => child.exitCode !== null));
    await endProcess(child);
    return elapsedMs;
  };
  const firstMs = await startOurs();
  const { ours, reference } = await sampleInterleaved(lab.rounds(9), startOurs, startBare);
  const what = 'start to first page ÷ start of bare Fastify';
  const details = { 'very first start (ms)': Math.round(firstMs) };
  return [{ id: 'R29', what, unit: 'ms', ours, reference, goal: 4, stretch: 2.5, details }];
}

export const coldStart: Benchmark = { id: 'R29', measure };
