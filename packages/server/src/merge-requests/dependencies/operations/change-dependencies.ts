import { AppError, fail, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { addSystemNote, type Noteable } from '../../../discussions/index.ts';
import { SYSTEM } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { canUpdate } from '../../abilities.ts';
import {
  findMergeRequestAccess,
  findMergeRequestAccesses,
  type MergeRequestAccess,
  RESOURCE,
  topicOf,
} from '../../merge-request-access.ts';
import { noteableOf } from '../../noteable.ts';
import { announceUpdate } from '../../lifecycle/announce-update.ts';
import { loadForChange } from '../../lifecycle/load-for-change.ts';
import { idsOfReferences } from '../reads/ids-of-references.ts';
import { ADDED, REMOVED } from '../rules/texts.ts';
import {
  type BlockRow,
  deleteBlock,
  dependsOn,
  findBlock,
  insertBlock,
  listBlocks,
  lockDependencies,
} from '../store/blocks.ts';

/** Of one merge request, in either direction. */
export const DEPENDENCIES_MAX = 10;

type Ends = { blocked: MergeRequestAccess; blocking: MergeRequestAccess };

const mayChange = (ctx: Context, { blocked }: Pick<Ends, 'blocked'>): Refusal | null => canUpdate(ctx.actor, blocked);

async function needFound(ctx: Context, id: number): Promise<MergeRequestAccess> {
  return (await findMergeRequestAccess(ctx, id)) ?? fail('not_found', { resource: RESOURCE });
}

/** The blocked request is held; the other one must be readable for the actor. */
export const addDependency = defineOperation<{ blockedId: number; blockingId: number }, Ends, BlockRow>({
  name: 'merge_request.add_dependency',
  load: async (ctx, { blockedId, blockingId }) => {
    const blocked = await loadForChange(ctx, blockedId);
    await lockDependencies(ctx.db);
    return { blocked, blocking: await needFound(ctx, blockingId) };
  },
  check: mayChange,
  run: async (ctx, { blocked, blocking }) => {
    if (blocked.row.state === 'merged') throw new AppError('merge_request_not_open', { state: 'merged' });
    if (blocking.row.id === blocked.row.id) throw new AppError('dependency_self');
    const before = await listBlocks(ctx.db, 'blocked_id', [blocked.row.id]);
    if (before.some((block) => block.blocking_id === blocking.row.id)) throw new AppError('dependency_exists');
    const others = await listBlocks(ctx.db, 'blocking_id', [blocking.row.id]);
    if (Math.max(before.length, others.length) >= DEPENDENCIES_MAX) {
      throw new AppError('dependency_limit', { max: DEPENDENCIES_MAX });
    }
    if (await dependsOn(ctx.db, blocking.row.id, blocked.row.id)) throw new AppError('dependency_circle');
    const block = await insertBlock(ctx.db, blocking.row.id, blocked.row.id);
    await announce(ctx, { blocked, blocking }, ADDED);
    return block;
  },
});

type RemoveInput = { blockedId: number; blockId: number };

/** Whoever may change the blocked request may free it of a dependency, also of one that is hidden from them. */
export const removeDependency = defineOperation<RemoveInput, Ends & { block: BlockRow }, void>({
  name: 'merge_request.remove_dependency',
  load: async (ctx, { blockedId, blockId }) => {
    const blocked = await loadForChange(ctx, blockedId);
    const block = await findBlock(ctx.db, blockedId, blockId);
    if (!block) throw new AppError('not_found', { resource: 'Merge request dependency' });
    return { blocked, block, blocking: await needFound({ ...ctx, actor: SYSTEM }, block.blocking_id) };
  },
  check: mayChange,
  run: async (ctx, { block, ...ends }) => {
    await deleteBlock(ctx.db, block.id);
    await announce(ctx, ends, REMOVED);
  },
});

/** As users write references: all that are to be there of those they can see, or what is added and removed. */
export type DependencyInput = {
  set?: readonly string[] | undefined;
  add?: readonly string[] | undefined;
  remove?: readonly string[] | undefined;
  /** Also those that the actor cannot see. */
  removesHidden?: boolean | undefined;
};

/** Makes the dependencies of a request as a form wants them. */
export async function changeDependencies(
  ctx: Context,
  found: MergeRequestAccess,
  wish: DependencyInput,
): Promise<void> {
  const blockedId = found.row.id;
  const before = await listBlocks(ctx.db, 'blocked_id', [blockedId]);
  const visible = await findMergeRequestAccesses(
    ctx,
    before.map((block) => block.blocking_id),
  );
  const wanted = new Set(await idsOfReferences(ctx, found.access, [...(wish.set ?? []), ...(wish.add ?? [])]));
  const unwanted = new Set(await idsOfReferences(ctx, found.access, wish.remove ?? []));
  const isGoing = ({ blocking_id: id }: BlockRow) => {
    if (!visible.has(id)) return wish.removesHidden === true;
    return unwanted.has(id) || (wish.set !== undefined && !wanted.has(id));
  };
  for (const { id: blockId } of before.filter(isGoing)) await removeDependency(ctx, { blockedId, blockId });
  for (const blockingId of wanted) {
    if (before.some((block) => block.blocking_id === blockingId) || unwanted.has(blockingId)) continue;
    await addDependency(ctx, { blockedId, blockingId });
  }
}

/** Each names the other one: those who may not read that do not meet the note. */
async function announce(
  ctx: Context,
  { blocked, blocking }: Ends,
  texts: typeof ADDED | typeof REMOVED,
): Promise<void> {
  const [one, other] = [noteableOf(blocked), noteableOf(blocking)];
  const isNear = blocked.row.target_project_id === blocking.row.target_project_id;
  const nameOf = (each: Noteable) => (isNear ? `!${each.iid}` : each.reference);
  await addSystemNote(ctx, one, { action: 'relate', body: `${texts.blocked} ${nameOf(other)}`, about: other });
  await addSystemNote(ctx, other, { action: 'relate', body: `${texts.blocking} ${nameOf(one)}`, about: one });
  await publish(ctx, topicOf(other.id), 'changed', { id: other.id, changed: ['dependencies'] });
  await announceUpdate(ctx, blocked.row, ['dependencies']);
  await publish(ctx, topicOf(one.id), 'merge_status.changed', { id: one.id });
}
