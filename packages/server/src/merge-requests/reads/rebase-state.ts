import type { Context } from '../../platform/context.ts';
import { findRebase } from '../store/rebases.ts';

export type RebaseState = {
  isInProgress: boolean;
  /** Where the last rebase put the source branch. */
  resultSha: string | null;
};

export async function rebaseState(ctx: Context, mergeRequestId: number): Promise<RebaseState> {
  const row = await findRebase(ctx.db, mergeRequestId);
  return { isInProgress: row?.finished_at === null, resultSha: row?.result_sha ?? null };
}
