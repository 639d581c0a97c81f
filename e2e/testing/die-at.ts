import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from './running-server.ts';

const NOT_REACHED_MS = 30_000;

/** The server is killed where `work` comes by the failpoint, and started again. Throws when it never comes there. */
export async function dieAt(server: RunningServer, failpoint: string, work: () => Promise<unknown>): Promise<void> {
  await server.killAll();
  await server.start({ TRIBUTARY_FAILPOINTS: `${failpoint}:kill` });
  await work().catch(() => undefined);
  await Promise.race([server.ended(), sleep(NOT_REACHED_MS)]);
  const isAlive = await fetch(`${server.url}/-/liveness`).then(
    () => true,
    () => false,
  );
  if (isAlive) throw new Error(`${failpoint} was not reached`);
  await server.killAll();
  await server.start();
}
