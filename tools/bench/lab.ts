import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { residentMemory } from './memory.ts';
import { ROOT } from './processes.ts';
import { type Service, startService } from './service.ts';

/** What benchmarks share: a place for files, one running service, and what is known about its memory. */
export type Lab = {
  isQuick: boolean;
  /** How often to repeat: few times where only a rough look is wanted. */
  rounds(normal: number): number;
  /** Kept between runs; what is in it can be made again. */
  cacheDir: string;
  /** A new empty folder, removed at the end. */
  scratch(name: string): Promise<string>;
  /** The shared service, started at first use. */
  service(): Promise<Service>;
  /** The same data served by a process that has done nothing yet. Who held the service before must ask for it again. */
  restartService(): Promise<Service>;
  /** The most memory the shared service ever took in RAM, in MB; undefined when nothing used it. */
  peakMemory(): number | undefined;
  say(line: string): void;
  close(): Promise<void>;
};

export async function openLab(isQuick: boolean): Promise<Lab> {
  const cacheDir = path.join(ROOT, '.cache', 'bench');
  await mkdir(cacheDir, { recursive: true });
  const scratchDir = await mkdtemp(path.join(cacheDir, 'run-'));
  let service: Promise<Service> | undefined;
  let pid: number | undefined;
  let peakBefore = 0;
  const start = async () => {
    const started = await startService(path.join(scratchDir, 'service'));
    pid = started.pid;
    return started;
  };
  const peakMemory = () => (pid === undefined ? undefined : Math.max(peakBefore, residentMemory(pid).peak));
  return {
    isQuick,
    rounds: (normal) => (isQuick ? Math.max(3, Math.ceil(normal / 5)) : normal),
    cacheDir,
    scratch: (name) => mkdtemp(path.join(scratchDir, `${name}-`)),
    service: () => (service ??= start()),
    async restartService() {
      const running = await service;
      peakBefore = peakMemory() ?? 0;
      await running?.stop();
      service = start();
      return service;
    },
    peakMemory,
    say: (line) => process.stderr.write(`${line}\n`),
    async close() {
      await (await service?.catch(() => undefined))?.stop();
      await rm(scratchDir, { recursive: true, force: true });
    },
  };
}
