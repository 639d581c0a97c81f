import type { Extension } from './extensions.ts';
import { SYSTEM } from './actor.ts';
import { type Context, contextFor, type Platform } from './context.ts';

type StartWork = { name: string; run: (ctx: Context) => Promise<void> };

const works: StartWork[] = [];

/** Registers what must be looked at when a process starts, before it serves: work that a crash may have left half done. */
export function onStart(name: string, run: (ctx: Context) => Promise<void>): Extension {
  return () => {
    works.push({ name, run });
  };
}

/** Runs everything registered. A failure is logged and left to the schedule: it must not keep the service down. */
export async function runStartWork(platform: Platform): Promise<void> {
  for (const work of works) {
    try {
      await work.run(contextFor(platform, SYSTEM, { id: `start-${work.name}` }));
    } catch (error) {
      platform.log.error({ err: error, work: work.name }, 'work at start failed');
    }
  }
}
