import { z } from 'zod';
import { restUserBasic } from '../accounts/rest.ts';
import { dateInput, pagingInput } from '../core/inputs.ts';
import { restNote } from '../discussions/rest.ts';

export const listEventsInput = z.strictObject({
  ...pagingInput,
  scope: z.literal('all').optional(),
  /** `pushed`, `opened`, `commented`, … as the entries say it. */
  action: z.string().max(40).optional(),
  /** The last four are of things that are not here: asking for them finds nothing. */
  target_type: z
    .enum(['issue', 'merge_request', 'milestone', 'note', 'project', 'snippet', 'user', 'wiki', 'design'])
    .optional(),
  before: dateInput.optional(),
  after: dateInput.optional(),
  sort: z.enum(['asc', 'desc']).default('desc'),
});

export const restEvent = z.object({
  id: z.number(),
  project_id: z.number().nullable(),
  action_name: z.string(),
  target_id: z.number().nullable(),
  target_iid: z.number().nullable(),
  target_type: z.string().nullable(),
  author_id: z.number(),
  target_title: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** Of a comment that the reader may read. */
  note: restNote.optional(),
  author: restUserBasic,
  imported: z.boolean(),
  imported_from: z.literal('none'),
  push_data: z
    .object({
      commit_count: z.number(),
      action: z.enum(['created', 'pushed', 'removed']),
      ref_type: z.enum(['branch', 'tag']),
      commit_from: z.string().nullable(),
      commit_to: z.string().nullable(),
      /** Null where one entry stands for many refs. */
      ref: z.string().nullable(),
      commit_title: z.string().nullable(),
      ref_count: z.number().nullable(),
    })
    .optional(),
  author_username: z.string(),
});
export type RestEvent = z.output<typeof restEvent>;
