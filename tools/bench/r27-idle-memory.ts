import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../packages/server/src/platform/db/embedded-postgres.ts';
import type { Benchmark, Row } from './benchmark.ts';
import { createHttpClient, waitForOk } from './http-client.ts';
import type { Lab } from './lab.ts';
import { postmasterPid, residentMemory, sharedOutMemory } from './memory.ts';
import { endProcess, freePort, startNode } from './processes.ts';
import { startProcess } from './service.ts';

/** Long enough for what a start leaves behind to be done and let go: idle connections are closed after 30 s. */
const SETTLE_MS = 45_000;

/**
 * R27: memory of the whole product at rest (its process, its PostgreSQL and all their children; pages that several
 * share counted once) ÷ that of a Fastify with one route and one open connection, plus the same PostgreSQL. Both
 * answered one request and then rested equally long. Both run on a copy of the Node binary, so that other Node processes
 * of the machine, with which it would be shared, make neither look smaller.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const settle = () => new Promise((resolve) => setTimeout(resolve, lab.isQuick ? SETTLE_MS / 3 : SETTLE_MS));
  const dir = await lab.scratch('idle-memory');
  const node = path.join(dir, 'node');
  await copyFile(process.execPath, node);

  const bareDatabase = path.join(dir, 'bare');
  const postgres = await startEmbeddedPostgres(bareDatabase);
  const port = await freePort();
  const bare = startNode('tools/bench/bare-fastify.mjs', [String(port), postgres.url], { node });
  await waitForOk(`http://127.0.0.1:${port}/row`, () => bare.exitCode !== null);
  await settle();
  const bareApp = sharedOutMemory(bare.pid ?? 0);
  const barePostgres = sharedOutMemory(await postmasterPid(bareDatabase));
  await endProcess(bare);
  await postgres.stop();

  const dataDir = path.join(dir, 'data');
  // The first start makes the database and has more to do than any other.
  await endProcess((await startProcess(dataDir, await freePort())).child);
  const started = await startProcess(dataDir, await freePort(), node);
  const client = createHttpClient(started.url);
  await client.request('GET', '/-/readiness');
  client.close();
  await settle();
  const whole = sharedOutMemory(started.pid);
  const database = sharedOutMemory(await postmasterPid(path.join(dataDir, 'postgres')));
  const details = {
    'app (MB)': Math.round(whole - database),
    'PostgreSQL (MB)': Math.round(database),
    'bare app (MB)': Math.round(bareApp),
    'bare PostgreSQL (MB)': Math.round(barePostgres),
    'app peak (MB)': Math.round(residentMemory(started.pid).peak),
  };
  await endProcess(started.child);
  const what = 'memory of the whole stack at rest ÷ bare Fastify + bare PostgreSQL';
  return [
    { id: 'R27', what, unit: 'MB', ours: whole, reference: bareApp + barePostgres, goal: 2, stretch: 1.5, details },
  ];
}

export const idleMemory: Benchmark = { id: 'R27', measure };
