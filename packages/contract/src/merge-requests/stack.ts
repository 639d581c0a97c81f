import { z } from 'zod';

/** Open merge requests of which each goes into the source branch of one below it, from the bottom. */
export const widgetStack = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.number(),
      iid: z.number(),
      title: z.string(),
      draft: z.boolean(),
      /** 0 for the lowest. */
      depth: z.number(),
      is_current: z.boolean(),
      source_branch: z.string(),
      target_branch: z.string(),
      detailed_merge_status: z.string(),
      mergeable: z.boolean(),
      web_path: z.string(),
    }),
  ),
  /** How many are merged before this one when the stack is merged. */
  merged_with: z.number(),
  can_merge: z.boolean(),
  /** The newest merge of the stack up to this one. */
  merge: z
    .strictObject({
      state: z.enum(['running', 'done', 'stopped']),
      reason: z.string().nullable(),
      merged_count: z.number(),
      can_cancel: z.boolean(),
    })
    .nullable(),
});
export type WidgetStack = z.infer<typeof widgetStack>;

/** Null where it builds on none and none builds on it. */
export const restStack = z.strictObject({ stack: widgetStack.nullable() });
