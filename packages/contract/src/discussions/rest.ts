import { z } from 'zod';
import { restUserBasic } from '../accounts/rest.ts';

/** Shapes of the REST endpoint, as clients read them. */

const lineRangeEnd = z.strictObject({
  line_code: z.string(),
  type: z.enum(['new', 'old']).nullable(),
  old_line: z.number().nullable(),
  new_line: z.number().nullable(),
});

export const restPosition = z.strictObject({
  base_sha: z.string(),
  start_sha: z.string(),
  head_sha: z.string(),
  old_path: z.string().nullable(),
  new_path: z.string().nullable(),
  position_type: z.enum(['text', 'image', 'file']),
  old_line: z.number().nullish(),
  new_line: z.number().nullish(),
  line_range: z.strictObject({ start: lineRangeEnd, end: lineRangeEnd }).nullish(),
  width: z.number().nullish(),
  height: z.number().nullish(),
  x: z.number().nullish(),
  y: z.number().nullish(),
});

/** Only where there were commands in a description that was sent. */
export const restCommandResults = {
  quick_actions_status: z
    .strictObject({
      messages: z.array(z.string()),
      error_messages: z.array(z.string()),
      command_names: z.array(z.string()),
      commands_only: z.boolean(),
      error: z.boolean(),
    })
    .optional(),
};

export const restSuggestion = z.strictObject({
  id: z.number(),
  from_line: z.number(),
  to_line: z.number(),
  appliable: z.boolean(),
  applied: z.boolean(),
  from_content: z.string(),
  to_content: z.string(),
});

export const restAwardEmoji = z.strictObject({
  id: z.number(),
  name: z.string(),
  user: restUserBasic,
  created_at: z.string(),
  updated_at: z.string(),
  awardable_id: z.number(),
  awardable_type: z.string(),
  url: z.string().nullable(),
});

export const restNote = z.strictObject({
  id: z.number(),
  type: z.enum(['DiscussionNote', 'DiffNote', 'LegacyDiffNote']).nullable(),
  body: z.string(),
  attachment: z.null(),
  author: restUserBasic.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  system: z.boolean(),
  noteable_id: z.number(),
  noteable_type: z.string(),
  noteable_iid: z.number().nullable(),
  project_id: z.number().nullable(),
  commit_id: z.string().nullable(),
  position: restPosition.optional(),
  resolvable: z.boolean(),
  resolved: z.boolean().optional(),
  resolved_by: restUserBasic.nullable().optional(),
  resolved_at: z.string().nullable().optional(),
  suggestions: z.array(restSuggestion).optional(),
  confidential: z.boolean(),
  internal: z.boolean(),
  imported: z.boolean(),
  imported_from: z.string(),
  commands_changes: z.strictObject({
    emoji_award: z.string().optional(),
    time_estimate: z.number().optional(),
    spend_time: z.number().optional(),
  }),
});
/** One that was just written or changed, with what the commands in it came to. */
export const restWrittenNote = restNote.extend(restCommandResults);
export type RestNote = z.infer<typeof restNote>;

export const restCommitNote = z.strictObject({
  note: z.string(),
  path: z.string().nullable(),
  line: z.number().nullable(),
  line_type: z.enum(['new', 'old']).nullable(),
  author: restUserBasic.nullable(),
  created_at: z.string(),
});
/** One that was just written, with what the commands in it came to. */
export const restWrittenCommitNote = restCommitNote.extend(restCommandResults);
export type RestCommitNote = z.infer<typeof restCommitNote>;

export const restDiscussion = z.strictObject({
  id: z.string(),
  individual_note: z.boolean(),
  resolvable: z.boolean().optional(),
  resolved: z.boolean().optional(),
  notes: z.array(restNote),
});
/** One that was just begun, with what the commands in its first note came to. */
export const restStartedDiscussion = restDiscussion.extend(restCommandResults);
export type RestDiscussion = z.infer<typeof restDiscussion>;

export const restUpload = z.strictObject({
  id: z.number(),
  alt: z.string(),
  url: z.string(),
  full_path: z.string(),
  markdown: z.string(),
});

export const restUploadDetail = z.strictObject({
  id: z.number(),
  size: z.number(),
  filename: z.string(),
  created_at: z.string(),
  uploaded_by: z
    .strictObject({ id: z.number(), username: z.string(), public_email: z.string().nullable(), name: z.string() })
    .nullable(),
});

export const restMarkdown = z.strictObject({ html: z.string() });
