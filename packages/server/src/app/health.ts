import type { FastifyInstance } from 'fastify';
import { gitSpawnCount } from '@tributary/git';
import { access, constants } from 'node:fs/promises';
import type { Platform } from '../platform/context.ts';
import { sql } from '../platform/db/database.ts';
import { MIN_FREE_BYTES, MIN_FREE_FILES, readFreeSpace } from '../platform/free-space.ts';

type Check = { name: string; ok: boolean; detail?: string };

async function databaseCheck(platform: Platform): Promise<Check> {
  try {
    await sql`select 1`.execute(platform.db);
    return { name: 'database', ok: true };
  } catch {
    return { name: 'database', ok: false, detail: 'unreachable' };
  }
}

async function storageCheck(platform: Platform): Promise<Check> {
  try {
    await access(platform.config.dataDir, constants.W_OK);
    return { name: 'data_directory', ok: true };
  } catch {
    return { name: 'data_directory', ok: false, detail: 'not writable' };
  }
}

/** Room is looked at this seldom: load balancers ask often, and many of them. */
const SPACE_FRESH_MS = 5_000;

/** Without room reads go on, but whatever is written would fail. */
function createSpaceCheck(dataDir: string): () => Promise<Check> {
  let known: { check: Check; atMs: number } | undefined;
  return async () => {
    if (known && performance.now() - known.atMs < SPACE_FRESH_MS) return known.check;
    const space = await readFreeSpace(dataDir).catch(() => undefined);
    // A folder that cannot be asked is found by the check of the data directory.
    const isEnough = space?.isEnough ?? true;
    const detail = `less than ${MIN_FREE_BYTES / 1024 ** 2} MiB or ${MIN_FREE_FILES} files free`;
    const check: Check = { name: 'free_space', ok: isEnough, ...(!isEnough && { detail }) };
    known = { check, atMs: performance.now() };
    return check;
  };
}

function metricsText(): string {
  const memory = process.memoryUsage();
  const cpu = process.cpuUsage();
  const lines: [string, string, number][] = [
    ['process_resident_memory_bytes', 'gauge', memory.rss],
    ['nodejs_heap_used_bytes', 'gauge', memory.heapUsed],
    ['process_cpu_seconds_total', 'counter', (cpu.user + cpu.system) / 1e6],
    ['process_uptime_seconds', 'gauge', process.uptime()],
    ['tributary_git_processes_total', 'counter', gitSpawnCount()],
  ];
  return lines.map(([name, type, value]) => `# TYPE ${name} ${type}\n${name} ${value}\n`).join('');
}

/** `/-/health`, `/-/liveness`, `/-/readiness` and `/-/metrics`. Details only for allow-listed addresses. */
export function bindHealth(server: FastifyInstance, platform: Platform): void {
  const spaceCheck = createSpaceCheck(platform.config.dataDir);
  const mayWatch = (ip: string) => platform.config.monitoringAllowList.includes(ip);
  server.get('/-/health', async (_request, reply) => reply.type('text/plain').send('Tributary OK\n'));
  server.get('/-/liveness', async () => ({ status: 'ok' }));
  server.get('/-/readiness', async (request, reply) => {
    const checks = await Promise.all([databaseCheck(platform), storageCheck(platform), spaceCheck()]);
    const isReady = checks.every((check) => check.ok);
    reply.code(isReady ? 200 : 503);
    return { status: isReady ? 'ok' : 'failed', ...(mayWatch(request.ip) && { checks }) };
  });
  server.get('/-/metrics', async (request, reply) => {
    if (!mayWatch(request.ip)) return reply.code(404).send({ error: '404 Not Found' });
    return reply.type('text/plain; version=0.0.4').send(metricsText());
  });
}
