import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { BulkUpdate, BulkUpdateResult } from '@tributary/contract/planning/bulk-update.ts';
import { type Context, transact } from '../../platform/context.ts';
import { findLabels } from '../labels/reads/list-labels.ts';
import type { ContainerWithAncestors } from '../planning-container.ts';
import type { LabelsInput } from './resolve-inputs.ts';

/** What a bulk update asks of each item, in the words of the operations on one. */
export type BulkChange = {
  stateEvent?: 'close' | 'reopen' | undefined;
  fields: {
    assigneeIds?: number[] | undefined;
    reviewerIds?: number[] | undefined;
    labels?: LabelsInput | undefined;
    milestoneId?: number | null | undefined;
  };
  isSubscribed?: boolean | undefined;
};

/** A list of ids that is empty changes nothing; `0` stands for nobody. */
function usersOf(ids: readonly number[] | undefined): number[] | undefined {
  return ids === undefined || ids.length === 0 ? undefined : ids.filter((id) => id > 0);
}

async function namesOf(ctx: Context, place: ContainerWithAncestors, ids: readonly number[]): Promise<string[]> {
  const found = await findLabels(ctx, place, ids.map(String));
  return ids.map((id) => {
    const label = found.get(String(id));
    // What it was found by may also have been its name.
    if (label?.id !== id) throw new AppError('not_found', { resource: 'Label' });
    return label.name;
  });
}

export async function bulkChangeOf(
  ctx: Context,
  place: ContainerWithAncestors,
  update: BulkUpdate,
): Promise<BulkChange> {
  const add = await namesOf(ctx, place, update.add_label_ids ?? []);
  const remove = await namesOf(ctx, place, update.remove_label_ids ?? []);
  const { assignee_id: assigneeId, milestone_id: milestoneId, subscription_event: subscription } = update;
  return {
    stateEvent: update.state_event,
    fields: {
      assigneeIds: usersOf(update.assignee_ids ?? (assigneeId === undefined ? undefined : [assigneeId])),
      reviewerIds: usersOf(update.reviewer_ids),
      ...(add.length + remove.length > 0 && { labels: { add, remove } }),
      ...(milestoneId !== undefined && { milestoneId: milestoneId > 0 ? milestoneId : null }),
    },
    ...(subscription !== undefined && { isSubscribed: subscription === 'subscribe' }),
  };
}

/** Messages about single fields say more than that there are some. */
function messageOf({ fields, message }: AppError): string {
  const texts = Object.entries(fields ?? {}).flatMap(([name, each]) => each.map((text) => `${name} ${text}`));
  return texts.length > 0 ? texts.join(', ') : message;
}

type Bulk = {
  ids: readonly number[];
  /** Which of them the list has, as far as the actor may see it. */
  listed: ReadonlySet<number>;
  resource: 'Issue' | 'Merge request';
  change: (ctx: Context, id: number) => Promise<unknown>;
};

/** Changes one item after the other, each wholly or not at all; what is refused for one does not hold up the others. */
export async function bulkUpdate(ctx: Context, { ids, listed, resource, change }: Bulk): Promise<BulkUpdateResult> {
  const refused: BulkUpdateResult['refused'] = [];
  const wanted = [...new Set(ids)];
  for (const id of wanted) {
    try {
      if (!listed.has(id)) throw new AppError('not_found', { resource });
      await transact(ctx, (inner) => change(inner, id));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ id, message: messageOf(error) });
    }
  }
  const count = wanted.length - refused.length;
  return { notice: `${count} ${resource.toLowerCase()}${count === 1 ? '' : 's'} updated`, count, refused };
}
