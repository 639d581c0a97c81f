import { z } from 'zod';
import { restPosition } from '../discussions/rest.ts';

export const restDraftNote = z.strictObject({
  id: z.number(),
  author_id: z.number(),
  merge_request_id: z.number(),
  resolve_discussion: z.boolean(),
  discussion_id: z.string().nullable(),
  note: z.string(),
  commit_id: z.string().nullable(),
  line_code: z.string().nullable(),
  position: restPosition.nullable(),
});
export type RestDraftNote = z.infer<typeof restDraftNote>;
