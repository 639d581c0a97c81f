import { addSystemNote } from '../../../discussions/index.ts';
import { openTrainRemovedTodos } from '../../../notifications/index.ts';
import { cancelUnneededPipeline } from '../../../ci/index.ts';
import {
  deleteAutoMerge,
  findAutoMerge,
  findMergeRequestAccess,
  type MergeRequestAccess,
  noteableOf,
  topicOf,
} from '../../../merge-requests/index.ts';
import { actorId, SYSTEM } from '../../../platform/actor.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { emit, publish } from '../../../platform/events.ts';
import type { Removal } from '../rules/removal-reasons.ts';
import { listCarsOfPipeline, type TrainCarRow, updateCar } from '../store/train-cars-store.ts';
import { logCar } from '../store/train-log-store.ts';
import { trainTopic } from '../train-topic.ts';

/**
 * Takes a car out of its train without merging it: with its reason in the history, a system note, a to-do for the author
 * and for who added it, and an event. False when it had left already. Those behind are rebuilt by the next advance.
 */
export async function removeCar(ctx: Context, car: TrainCarRow, { code, reason }: Removal): Promise<boolean> {
  return transact(ctx, async (inner) => {
    const now = inner.clock.now();
    const ended = { state: 'removed', ended_at: now, reason_code: code, reason } as const;
    if (!(await updateCar(inner.db, car.id, now, ended))) return false;
    await logCar(inner.db, car.id, now, 'removed', { code, reason });
    if ((await findAutoMerge(inner.db, car.merge_request_id))?.strategy === 'merge_train') {
      await deleteAutoMerge(inner.db, car.merge_request_id);
    }
    await cancelUnlessShared(inner, car);
    const found = await findMergeRequestAccess({ ...inner, actor: SYSTEM }, car.merge_request_id);
    if (found) await announceRemoval(inner, found, car, { code, reason });
    await publish(inner, trainTopic(car.project_id), 'merge_train.changed', { targetBranch: car.target_branch });
    return true;
  });
}

async function announceRemoval(
  ctx: Context,
  found: MergeRequestAccess,
  car: TrainCarRow,
  { code, reason }: Removal,
): Promise<void> {
  const noteable = noteableOf(found);
  const by = actorId(ctx.actor);
  const because = reason.charAt(0).toLowerCase() + reason.slice(1).replace(/\.$/, '');
  const body =
    code === 'removed_by_user'
      ? 'removed this merge request from the merge train'
      : `removed this merge request from the merge train because ${because}`;
  await addSystemNote(ctx, noteable, { action: 'merge', body, ...(by === undefined && { authorId: car.added_by_id }) });
  const userIds = [...new Set([noteable.authorId, car.added_by_id])].flatMap((id) => (id === by ? [] : (id ?? [])));
  if (code !== 'closed') await openTrainRemovedTodos(ctx, noteable, { userIds, authorId: by ?? car.added_by_id });
  await emit(ctx, 'merge_request.left_train', {
    mergeRequestId: car.merge_request_id,
    projectId: car.project_id,
    carId: car.id,
    code,
    reason,
  });
  await publish(ctx, topicOf(car.merge_request_id), 'merge_status.changed', { id: car.merge_request_id });
}

/** Its pipeline is of no use any more, unless another car has the same tree. */
export async function cancelUnlessShared(ctx: Context, car: TrainCarRow): Promise<void> {
  if (car.pipeline_id === null || car.verdict !== 'testing') return;
  const others = await listCarsOfPipeline(ctx.db, car.pipeline_id);
  if (others.every(({ id }) => id === car.id)) await cancelUnneededPipeline(ctx, car.pipeline_id);
}
