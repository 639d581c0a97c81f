import { type Context, transact } from '../../../platform/context.ts';
import { guard } from '../../../platform/operation.ts';
import { changesFields } from '../../../planning/index.ts';
import { canChangeState } from '../../abilities.ts';
import { loadForChange } from '../load-for-change.ts';
import { closeMergeRequest, reopenMergeRequest } from './change-state.ts';
import { retargetMergeRequest } from './retarget.ts';
import { trackTime } from './track-time.ts';
import { changeFields, type UpdateInput, writeFields } from './update-merge-request.ts';

export type ChangeInput = {
  mergeRequestId: number;
  /** Fields that say nothing are not asked for beside the rest: who may close need not be one who may edit. */
  fields?: Omit<UpdateInput, 'mergeRequestId'> | undefined;
  targetBranch?: string | undefined;
  stateEvent?: 'close' | 'reopen' | undefined;
  /** As users write it (`3h`); `0` removes it. */
  timeEstimate?: string | undefined;
};

/**
 * Everything one request to change may ask for, wholly or not at all. Reopening comes first, because only an open request
 * can be sent to another branch; closing last. A state that it has already is no change.
 */
export async function changeMergeRequest(ctx: Context, input: ChangeInput): Promise<void> {
  const { mergeRequestId, fields: given, targetBranch, stateEvent, timeEstimate } = input;
  const isAlone = targetBranch === undefined && !stateEvent && timeEstimate === undefined;
  const fields = given && (isAlone || changesFields(given)) ? given : undefined;
  // A target alone is read from git before its row is held.
  if (targetBranch !== undefined && !fields && !stateEvent && timeEstimate === undefined) {
    await retargetMergeRequest(ctx, { mergeRequestId, targetBranch });
    return;
  }
  const change = <Row>(outer: Context, writeRest: (inner: Context) => Promise<Row>): Promise<Row> =>
    transact(outer, async (inner) => {
      if (stateEvent === 'reopen' && (await isOtherState(inner, mergeRequestId, 'opened'))) {
        await reopenMergeRequest(inner, { mergeRequestId });
      }
      if (targetBranch !== undefined) await retargetMergeRequest(inner, { mergeRequestId, targetBranch });
      if (timeEstimate !== undefined)
        await trackTime(inner, { mergeRequestId, change: { kind: 'estimate', duration: timeEstimate } });
      const written = await writeRest(inner);
      if (stateEvent === 'close' && (await isOtherState(inner, mergeRequestId, 'closed'))) {
        await closeMergeRequest(inner, { mergeRequestId });
      }
      return written;
    });
  if (!fields) return change(ctx, async () => undefined);
  await changeFields(ctx, { ...fields, mergeRequestId }, (outer, prepared) =>
    change(outer, (inner) => writeFields(inner, prepared)),
  );
}

/** Asks for the right even when there is nothing to do. */
async function isOtherState(ctx: Context, mergeRequestId: number, state: 'opened' | 'closed'): Promise<boolean> {
  const found = await loadForChange(ctx, mergeRequestId);
  guard(canChangeState(ctx.actor, found));
  return found.row.state !== state;
}
