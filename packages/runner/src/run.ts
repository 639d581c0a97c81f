import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { RunnerApi, RunnerRefused } from './api.ts';
import { openCacheStore } from './cache-store.ts';
import { hasDocker } from './docker-cli.ts';
import type { PullPolicy } from './docker-names.ts';
import { runJob, type Workplace } from './run-job.ts';
import { canIsolate, findShell } from './shell.ts';

export type RunnerOptions = {
  url: string;
  token: string;
  folder: string;
  concurrent: number;
  executor: 'shell' | 'docker';
  image: string | undefined;
  pullPolicy: PullPolicy;
  /** More that jobs may choose. */
  allowedPullPolicies: readonly PullPolicy[];
  /** `s3://…`; without it caches are files in the folder. */
  cache: string | undefined;
  /** What jobs on this machine do not see. */
  hidden: readonly string[];
};

const IDLE_MS = 3_000;
const TROUBLE_MS = 5_000;

/**
 * Takes jobs until `finish` says to take no more, and waits for those it has. `stop` ends them as well. Resolves when all is
 * done; fails when the server refuses the runner.
 */
export async function runRunner(
  options: RunnerOptions,
  say: (line: string) => void,
  { finish, stop }: { finish: AbortSignal; stop: AbortSignal },
): Promise<void> {
  const folder = path.resolve(options.folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const systemId = `r_${createHash('sha256').update(`${hostname()}\0${folder}`).digest('hex').slice(0, 12)}`;
  const api = new RunnerApi(options.url, options.token, systemId, options.executor);
  const { executor, image, pullPolicy, allowedPullPolicies, hidden } = options;
  if (executor === 'docker' && !(await hasDocker()))
    throw new Error('The docker command gets no answer from an engine.');
  await api.verify();
  const isIsolated = executor === 'docker' || canIsolate();
  const caches = await openCacheStore(options.cache, path.join(folder, 'cache'));
  const docker = { image, pullPolicy, allowedPullPolicies };
  const shared = { root: folder, shell: findShell(), isIsolated, hidden, caches, executor, ...docker };
  if (!isIsolated) {
    say('Warning: bubblewrap (bwrap) is not usable here. Jobs run with all rights of the user of this process.');
  }
  say(`The runner is connected to ${options.url} and waits for jobs.`);
  const ends = AbortSignal.any([finish, stop]);
  const running = new Set<Promise<void>>();
  while (!ends.aborted) {
    // Jobs of one project share a folder: each slot has one of its own.
    const free = await freeSlot(options.concurrent, running);
    if (ends.aborted) break;
    try {
      const askedAt = performance.now();
      const job = await api.requestJob(ends);
      if (!job) {
        // A server that lets requests wait has waited already: a job that is queued now is not to wait for us.
        const leftMs = IDLE_MS - (performance.now() - askedAt);
        if (leftMs > 0) await pause(leftMs, undefined, { signal: ends }).catch(() => undefined);
        continue;
      }
      say(`Job ${job.id} (${job.job_info.name}) of ${job.job_info.project_full_path} starts.`);
      const own: Workplace = { ...shared, slot: path.join(folder, `slot-${free}`) };
      const work = runJob(api, job, own, stop)
        .then(() => say(`Job ${job.id} has ended.`))
        .catch((error: unknown) => say(`Job ${job.id} could not be reported: ${String(error)}`));
      slots.set(work, free);
      running.add(work);
      void work.finally(() => {
        running.delete(work);
        slots.delete(work);
      });
    } catch (error) {
      if (ends.aborted) break;
      if (error instanceof RunnerRefused) throw error;
      say(`The server cannot be reached: ${error instanceof Error ? error.message : String(error)}`);
      await pause(TROUBLE_MS, undefined, { signal: ends }).catch(() => undefined);
    }
  }
  await Promise.all(running);
}

const slots = new WeakMap<Promise<void>, number>();

/** Waits until fewer jobs run than may; the number of a free place. */
async function freeSlot(concurrent: number, running: ReadonlySet<Promise<void>>): Promise<number> {
  if (running.size >= concurrent) await Promise.race(running);
  const taken = new Set([...running].map((work) => slots.get(work)));
  let slot = 0;
  while (taken.has(slot)) slot += 1;
  return slot;
}
