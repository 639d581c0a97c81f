import { z } from 'zod';
import { boolInput, idInput } from '@tributary/contract/core/inputs.ts';
import { commitIdInput, positionInput, replyToInput } from '@tributary/contract/discussions/inputs.ts';
import { MAX_DRAFTS, REVIEW_OUTCOMES } from '@tributary/contract/merge-requests/reviews.ts';
import { restDraftNote } from '@tributary/contract/merge-requests/reviews-rest.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { idempotencyKey } from '../../endpoints/http/idempotency-key.ts';
import { inMergeRequest } from '../../merge-requests/index.ts';
import { createDraft } from '../operations/create-draft.ts';
import { deleteDraft, updateDraft } from '../operations/change-draft.ts';
import { publishReview } from '../operations/publish-review.ts';
import { draftView, listDraftViews } from '../reads/draft-views.ts';
import { toRestDraft } from '../render/to-rest.ts';

const path = '/projects/:id/merge_requests/:merge_request_iid/draft_notes';
const tag = 'Draft notes';
const subject = inMergeRequest;
const params = z.object({ draft_note_id: idInput });
const DRAFTS_PER_MINUTE = 300;

const list = defineRoute({
  method: 'GET',
  path,
  ability: 'read_drafts',
  summary: 'List your pending comments',
  tag,
  subject,
  response: z.array(restDraftNote),
  handle: async ({ ctx, subject: found }) => (await listDraftViews(ctx, found)).map((view) => toRestDraft(view)),
});

const create = defineRoute({
  method: 'POST',
  path,
  ability: 'change_drafts',
  summary: 'Create a pending comment',
  tag,
  subject,
  rateLimitPerMinute: DRAFTS_PER_MINUTE,
  input: z.strictObject({
    note: z.string(),
    in_reply_to_discussion_id: replyToInput,
    resolve_discussion: boolInput.optional(),
    position: positionInput.optional(),
    commit_id: commitIdInput,
    merge_request_diff_head_sha: z.string().max(40).optional(),
  }),
  response: restDraftNote,
  handle: async ({ ctx, input, subject: found, headers }) => {
    const draft = await createDraft(ctx, {
      mergeRequestId: found.row.id,
      body: input.note,
      position: input.position,
      replyTo: input.in_reply_to_discussion_id ?? undefined,
      resolve: input.resolve_discussion,
      commitId: input.commit_id,
      seenHeadSha: input.merge_request_diff_head_sha,
      ...idempotencyKey(headers),
    });
    return toRestDraft(await draftView(ctx, found, draft.id));
  },
});

const publishAll = defineRoute({
  method: 'POST',
  path: `${path}/bulk_publish`,
  ability: 'change_drafts',
  summary: 'Publish all your pending comments',
  tag,
  subject,
  status: 204,
  input: z.strictObject({
    ids: z.array(idInput).max(MAX_DRAFTS).optional(),
    note: z.string().nullish(),
    reviewer_state: z.enum(REVIEW_OUTCOMES).nullish(),
    internal: boolInput.optional(),
    sha: z.string().max(40).optional(),
    approval_password: z.string().max(1_000).optional(),
  }),
  handle: async ({ ctx, input, subject: { row }, headers }) => {
    await publishReview(ctx, {
      mergeRequestId: row.id,
      draftIds: input.ids,
      summary: input.note ?? undefined,
      verdict: input.reviewer_state ?? undefined,
      isInternal: input.internal,
      sha: input.sha,
      approvalPassword: input.approval_password,
      ...idempotencyKey(headers),
    });
  },
});

const show = defineRoute({
  method: 'GET',
  path: `${path}/:draft_note_id`,
  ability: 'read_drafts',
  summary: 'Get one of your pending comments',
  tag,
  subject,
  params,
  response: restDraftNote,
  handle: async ({ ctx, params: { draft_note_id: id }, subject: found }) =>
    toRestDraft(await draftView(ctx, found, id)),
});

const update = defineRoute({
  method: 'PUT',
  path: `${path}/:draft_note_id`,
  ability: 'change_drafts',
  summary: 'Update a pending comment',
  tag,
  subject,
  params,
  input: z.strictObject({ note: z.string().optional(), position: positionInput.optional() }),
  response: restDraftNote,
  handle: async ({ ctx, input, params: { draft_note_id: draftId }, subject: found }) => {
    const { note: body, position } = input;
    await updateDraft(ctx, { mergeRequestId: found.row.id, draftId, body, position });
    return toRestDraft(await draftView(ctx, found, draftId));
  },
});

const remove = defineRoute({
  method: 'DELETE',
  path: `${path}/:draft_note_id`,
  ability: 'change_drafts',
  summary: 'Delete a pending comment',
  tag,
  subject,
  params,
  status: 200,
  response: restDraftNote,
  handle: async ({ ctx, params: { draft_note_id: draftId }, subject: found }) => {
    const view = await draftView(ctx, found, draftId);
    await deleteDraft(ctx, { mergeRequestId: found.row.id, draftId });
    return toRestDraft(view);
  },
});

const publishOne = defineRoute({
  method: 'PUT',
  path: `${path}/:draft_note_id/publish`,
  ability: 'change_drafts',
  summary: 'Publish one pending comment',
  tag,
  subject,
  params,
  status: 204,
  handle: async ({ ctx, params: { draft_note_id: draftId }, subject: { row }, headers }) => {
    await publishReview(ctx, { mergeRequestId: row.id, draftIds: [draftId], ...idempotencyKey(headers) });
  },
});

export const draftRestRoutes: readonly Route[] = [list, create, publishAll, show, update, remove, publishOne];
