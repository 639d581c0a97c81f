import { z } from 'zod';
import { idListInput, intInput, listInput } from '../core/inputs.ts';

/** What one request changes of many issues or merge requests of a list. An empty value changes nothing, `0` takes away. */

export const MAX_BULK_ITEMS = 100;

const empty = z.union([z.literal(''), z.null()]).transform(() => undefined);
const orEmpty = <T extends z.ZodType>(value: T) => z.union([empty, value]).optional();
const userIds = listInput.pipe(
  z.array(
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ),
);

const fields = {
  /** `1,2,3` or a list. */
  issuable_ids: idListInput.refine((ids) => ids.length > 0 && ids.length <= MAX_BULK_ITEMS, {
    error: `must be 1 to ${MAX_BULK_ITEMS} ids`,
  }),
  state_event: orEmpty(z.enum(['close', 'reopen'])),
  assignee_ids: orEmpty(userIds),
  /** Another way to name the only assignee. */
  assignee_id: orEmpty(intInput),
  add_label_ids: orEmpty(idListInput),
  remove_label_ids: orEmpty(idListInput),
  milestone_id: orEmpty(intInput),
  subscription_event: orEmpty(z.enum(['subscribe', 'unsubscribe'])),
};

export const bulkUpdateIssuesInput = z.strictObject({ update: z.strictObject(fields) });
export const bulkUpdateMergeRequestsInput = z.strictObject({
  update: z.strictObject({ ...fields, reviewer_ids: orEmpty(userIds) }),
});

export type BulkUpdate = z.output<typeof bulkUpdateMergeRequestsInput>['update'];

export type BulkUpdateResult = {
  /** `2 issues updated` */
  notice: string;
  count: number;
  /** Those that stay as they were. */
  refused: { id: number; message: string }[];
};
