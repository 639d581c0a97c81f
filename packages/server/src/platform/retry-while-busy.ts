import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from './context.ts';

let attempts = 40;
const PAUSE_MS = 75;

/** Lets tests of what is refused in the end wait for less long. Never called by the product. */
export function setBusyAttempts(count: number): void {
  attempts = count;
}

/** A merge is under way, and is over in a moment. */
const BUSY = new Set(['merge_in_progress', 'project_merging']);

/**
 * Nothing that the gates of a merge depend on changes while the merge is made. Waits it out, so that nobody's text or
 * setting is refused for it. Inside someone else's transaction there is nothing to repeat.
 */
export async function retryWhileBusy<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof AppError && BUSY.has(error.code);
      if (!isBusy || attempt >= attempts || ctx.db.isTransaction) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
