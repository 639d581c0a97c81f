import { z } from 'zod';
import { ignored } from '@tributary/contract/core/ignored.ts';
import { boolInput, idInput, timeInput } from '@tributary/contract/core/inputs.ts';
import { commitIdInput, positionInput, replyToInput } from '@tributary/contract/discussions/inputs.ts';
import { MAX_DRAFTS, REVIEW_OUTCOMES } from '@tributary/contract/merge-requests/reviews.ts';
import { sentForm } from '../../discussions/index.ts';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { NOTE_REFUSED, withFormFailures } from '../../endpoints/pages/form-failures.ts';
import { onMergeRequestPage } from '../../merge-requests/index.ts';
import { createDraft } from '../operations/create-draft.ts';
import { deleteDraft, discardDrafts, updateDraft } from '../operations/change-draft.ts';
import { publishReview } from '../operations/publish-review.ts';
import { draftView, listDraftViews } from '../reads/draft-views.ts';
import { toPageUndo } from '../reads/review-page.ts';
import { toPageDraft, toPublishAnswer } from '../render/to-page.ts';

const tag = 'Draft notes';
const subject = onMergeRequestPage;
const path = '/merge_requests/:iid/drafts';
const params = z.object({ draft_id: idInput });
const DRAFTS_PER_MINUTE = 300;

const list = defineRoute({
  method: 'GET',
  path,
  ability: 'read_drafts',
  summary: 'List your pending comments',
  tag,
  subject,
  handle: async ({ ctx, subject: found }) => (await listDraftViews(ctx, found)).map((view) => toPageDraft(view)),
});

const create = defineRoute({
  method: 'POST',
  path,
  ability: 'change_drafts',
  summary: 'Add a pending comment',
  tag,
  subject,
  status: 200,
  rateLimitPerMinute: DRAFTS_PER_MINUTE,
  input: z.strictObject({
    draft_note: z.strictObject({
      note: z.string(),
      position: positionInput.nullish(),
      resolve_discussion: boolInput.nullish(),
      line_code: z.string().nullish(),
      commit_id: commitIdInput,
      ...ignored('noteable_type', 'noteable_id', 'type'),
    }),
    in_reply_to_discussion_id: replyToInput,
    view: z.string().optional(),
    line_type: z.string().nullish(),
    merge_request_diff_head_sha: z.string().max(40).nullish(),
    // The address says which request it is.
    ...ignored('target_type', 'target_id', 'return_discussion', 'note_project_id'),
  }),
  handle: async ({ ctx, input, subject: found, headers }) => {
    const { note: body, position, resolve_discussion: resolve } = input.draft_note;
    const draft = await createDraft(ctx, {
      mergeRequestId: found.row.id,
      body,
      position: position ?? undefined,
      replyTo: input.in_reply_to_discussion_id ?? undefined,
      resolve,
      commitId: input.draft_note.commit_id,
      lineCode: input.draft_note.line_code,
      seenHeadSha: input.merge_request_diff_head_sha || undefined,
      ...sentForm(headers, input),
    });
    return toPageDraft(await draftView(ctx, found, draft.id));
  },
});

const update = defineRoute({
  method: 'PUT',
  path: `${path}/:draft_id`,
  ability: 'change_drafts',
  summary: 'Update a pending comment',
  tag,
  subject,
  params,
  input: z.strictObject({
    draft_note: z.strictObject({
      note: z.string().optional(),
      resolve_discussion: boolInput.nullish(),
      position: positionInput.nullish(),
    }),
    last_known_updated_at: timeInput.optional(),
  }),
  handle: async ({ ctx, input, params: { draft_id: draftId }, subject: found, headers }) => {
    const { note: body, resolve_discussion: resolve, position } = input.draft_note;
    await updateDraft(ctx, {
      mergeRequestId: found.row.id,
      draftId,
      body,
      resolve,
      position: position ?? undefined,
      lastKnownUpdatedAt: input.last_known_updated_at,
      form: sentForm(headers, input).form,
    });
    return toPageDraft(await draftView(ctx, found, draftId));
  },
});

const discard = defineRoute({
  method: 'DELETE',
  path: `${path}/discard`,
  ability: 'change_drafts',
  summary: 'Discard the review',
  tag,
  subject,
  status: 200,
  handle: async ({ ctx, subject: { row } }) => ({ discarded: await discardDrafts(ctx, { mergeRequestId: row.id }) }),
});

const remove = defineRoute({
  method: 'DELETE',
  path: `${path}/:draft_id`,
  ability: 'change_drafts',
  summary: 'Discard a pending comment',
  tag,
  subject,
  params,
  handle: async ({ ctx, params: { draft_id: draftId }, subject: { row } }) => {
    await deleteDraft(ctx, { mergeRequestId: row.id, draftId });
  },
});

const publish = defineRoute({
  method: 'POST',
  path: `${path}/publish`,
  ability: 'change_drafts',
  summary: 'Publish pending comments, with a summary and a verdict',
  tag,
  subject,
  status: 200,
  input: z.strictObject({
    id: idInput.optional(),
    ids: z.array(idInput).max(MAX_DRAFTS).optional(),
    note: z.string().nullish(),
    reviewer_state: z.enum(REVIEW_OUTCOMES).nullish(),
    sha: z.string().max(40).optional(),
    approval_password: z.string().max(1_000).optional(),
  }),
  handle: async ({ ctx, input, subject: found, headers }) => {
    const review = await publishReview(ctx, {
      mergeRequestId: found.row.id,
      draftIds: input.id === undefined ? input.ids : [input.id],
      summary: input.note ?? undefined,
      verdict: input.reviewer_state ?? undefined,
      sha: input.sha,
      approvalPassword: input.approval_password,
      ...sentForm(headers, input),
    });
    return toPublishAnswer(review, review.row ? toPageUndo(ctx, found, review.row) : null);
  },
});

const NOT_PUBLISHED = { status: 500, name: 'message' } as const;

export const draftPageRoutes: readonly ScopedRoute[] = [
  list,
  withFormFailures(create, NOTE_REFUSED),
  withFormFailures(publish, NOT_PUBLISHED),
  discard,
  withFormFailures(update, NOTE_REFUSED),
  remove,
].map((route) => defineScopedRoute('project', route));
