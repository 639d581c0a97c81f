import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../platform/context.ts';
import { translateDatabaseError } from '../platform/db/database-errors.ts';
import { findMergeIntentOf } from '../merge-requests/index.ts';
import { finalizeIntent } from './recover-merge-intents.ts';

const EVERY_MS = 500;
const FOR_MS = 60_000;

/** Did the database vanish while something was asked of it? */
export function isDatabaseLost(error: unknown): boolean {
  const known = translateDatabaseError(error);
  return known instanceof AppError && (known.code === 'database_unavailable' || known.code === 'outcome_unknown');
}

/**
 * Settles the one merge whose request lost the database, as soon as that answers again: until then nobody could merge this
 * request. What is not settled within a minute is left to recovery. Does not wait for it.
 */
export function finalizeInBackground(ctx: Context, merge: { mergeRequestId: number; newTargetSha: string }): void {
  settle(ctx, merge).catch((error: unknown) => {
    ctx.log.error({ err: error, ...merge }, 'an interrupted merge is left to recovery');
  });
}

async function settle(ctx: Context, merge: { mergeRequestId: number; newTargetSha: string }): Promise<void> {
  for (let waited = 0; waited < FOR_MS; waited += EVERY_MS) {
    await sleep(EVERY_MS, undefined, { ref: false });
    try {
      const intent = await findMergeIntentOf(ctx.db, merge.mergeRequestId);
      // Another merge of this request may have been started since; it is not ours to end.
      if (intent?.new_target_sha === merge.newTargetSha) await finalizeIntent(ctx, intent);
      return;
    } catch (error) {
      if (!isDatabaseLost(error)) throw error;
    }
  }
}
