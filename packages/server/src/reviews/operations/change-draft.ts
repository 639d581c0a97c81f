import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import { AppError, fail } from '@tributary/contract/errors/app-error.ts';
import {
  canCreateNote,
  checkBody,
  checkCommands,
  renderText,
  type SentForm,
  takeSentText,
  textScopeOf,
} from '../../discussions/index.ts';
import { type Context, transact } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { resolvePosition } from '../../changes/index.ts';
import { deleteDraftRows, type DraftRow, listDrafts, lockDrafts, updateDraftRow } from '../store/drafts.ts';
import { holdReviewing } from '../store/reviews.ts';
import { giveUpReview } from './begin-review.ts';
import { draftsChanged, loadReviewing, type Reviewing } from '../load-reviewing.ts';

export const DRAFT_RESOURCE = 'Draft Note';

export type UpdateDraftInput = {
  mergeRequestId: number;
  draftId: number;
  body?: string | undefined;
  position?: DiffPosition | undefined;
  /** Null: the thread is left as it is. */
  resolve?: boolean | null | undefined;
  /** `updated_at` of the text the editor began with; a text that changed since is not overwritten. */
  lastKnownUpdatedAt?: Date | undefined;
  /** The form of a page that it was changed in. */
  form?: SentForm | undefined;
};

/** Changes a pending comment. Fails with `draft_changed` when another window was faster. */
export async function updateDraft(ctx: Context, input: UpdateDraftInput): Promise<DraftRow> {
  if (input.body !== undefined) {
    checkBody(input.body);
    checkCommands('MergeRequest', input.body);
  }
  const reviewing = await loadReviewing(ctx, input.mergeRequestId);
  const text = input.body === undefined ? {} : await textOf(ctx, reviewing, input.body);
  return transact(ctx, async (inner) => {
    const { noteable, key } = await loadReviewing(inner, input.mergeRequestId);
    guard(canCreateNote(inner.actor, noteable));
    const draft = await lockDraft(inner, { noteable, key }, input.draftId);
    if (input.lastKnownUpdatedAt && draft.updated_at > input.lastKnownUpdatedAt) throw new AppError('draft_changed');
    const place = input.position && (await resolvePosition(inner, noteable, input.position));
    const updated = await updateDraftRow(inner.db, draft.id, draft.lock_version, {
      ...text,
      // Written again, at what is there now.
      ...(input.body !== undefined && input.body !== draft.body && { head_sha: noteable.headSha }),
      ...(input.resolve !== undefined && draft.reply_to !== null && { resolve_discussion: input.resolve }),
      ...(place && {
        position: JSON.stringify(place.position),
        line_code: place.lineCode,
        // A place elsewhere is not in that commit any more.
        ...(place.position.head_sha !== draft.commit_id && { commit_id: null }),
        snapshot: place.snapshot ? JSON.stringify(place.snapshot) : null,
        current: place.current ? JSON.stringify(place.current) : null,
      }),
    });
    if (input.form) await takeSentText(inner, input.form);
    await draftsChanged(inner, key);
    return updated ?? fail('draft_changed');
  });
}

/** Throws one pending comment away; also where writing is not possible any more. */
export function deleteDraft(ctx: Context, input: { mergeRequestId: number; draftId: number }): Promise<DraftRow> {
  return transact(ctx, async (inner) => {
    const reviewing = await loadReviewing(inner, input.mergeRequestId);
    await holdReviewing(inner.db, reviewing.key);
    const draft = await lockDraft(inner, reviewing, input.draftId);
    await deleteDraftRows(inner.db, [draft.id]);
    if ((await listDrafts(inner.db, reviewing.key)).length === 0) await giveUpReview(inner, reviewing);
    await draftsChanged(inner, reviewing.key);
    return draft;
  });
}

/** Throws all pending comments away; nothing happens when there are none. */
export function discardDrafts(ctx: Context, input: { mergeRequestId: number }): Promise<number> {
  return transact(ctx, async (inner) => {
    const reviewing = await loadReviewing(inner, input.mergeRequestId);
    const { key } = reviewing;
    await holdReviewing(inner.db, key);
    const drafts = await lockDrafts(inner.db, key);
    await deleteDraftRows(
      inner.db,
      drafts.map((draft) => draft.id),
    );
    if (drafts.length > 0) {
      await giveUpReview(inner, reviewing);
      await draftsChanged(inner, key);
    }
    return drafts.length;
  });
}

async function lockDraft(ctx: Context, { key }: Pick<Reviewing, 'noteable' | 'key'>, id: number): Promise<DraftRow> {
  const [draft] = await lockDrafts(ctx.db, key, [id]);
  return draft ?? fail('not_found', { resource: DRAFT_RESOURCE });
}

async function textOf(ctx: Context, { found }: Reviewing, body: string) {
  const { project } = found.access;
  const { html, version } = await renderText(ctx, textScopeOf(project), body);
  return { body, body_html: html, html_version: version };
}
