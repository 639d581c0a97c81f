import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { PageSuggestionPreview } from '@tributary/contract/discussions/page.ts';
import { suggestionPosition } from '@tributary/contract/discussions/suggestion-position.ts';
import { AppError, fail } from '@tributary/contract/errors/app-error.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import {
  explainCommandsInText,
  discussionById,
  type DiscussionView,
  HTML_VERSION,
  type Noteable,
  renderText,
  showTexts,
  textScopeOf,
  usersNamedIn,
} from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { type MergeRequestAccess, pathOf, noteableOf } from '../../merge-requests/index.ts';
import { type DraftRow, findDraft, listDrafts } from '../store/drafts.ts';
import { previewSuggestions } from '../suggestions/suggestion-views.ts';
import { userOf } from '../load-reviewing.ts';
import { DRAFT_RESOURCE } from '../operations/change-draft.ts';

/** A pending comment as its writer meets it. */
export type DraftView = {
  row: DraftRow;
  found: MergeRequestAccess;
  html: string;
  author: UserView | null;
  /** Whom it calls, and what the commands in it will do once it is published. */
  references: { users: string[]; commands: string };
  /** The thread it answers, while that is there. */
  thread: DiscussionView | undefined;
  /** What its blocks would change in the newest version. */
  suggestions: PageSuggestionPreview[];
  /** Address of the comment itself. */
  path: string;
};

/** The reader's own, in the order they were written. */
export async function listDraftViews(ctx: Context, found: MergeRequestAccess): Promise<DraftView[]> {
  const key = { mergeRequestId: found.row.id, authorId: userOf(ctx) };
  return buildDraftViews(ctx, found, await listDrafts(ctx.db, key));
}

/** One of the reader's own; anyone else's is not found. */
export async function draftView(ctx: Context, found: MergeRequestAccess, id: number): Promise<DraftView> {
  const row = await findDraft(ctx.db, { mergeRequestId: found.row.id, authorId: userOf(ctx) }, id);
  const [view] = row ? await buildDraftViews(ctx, found, [row]) : [];
  return view ?? fail('not_found', { resource: DRAFT_RESOURCE });
}

async function buildDraftViews(
  ctx: Context,
  found: MergeRequestAccess,
  rows: readonly DraftRow[],
): Promise<DraftView[]> {
  const { project } = found.access;
  const place = textScopeOf(project);
  const kept: string[] = [];
  for (const row of rows) {
    kept.push(row.html_version === HTML_VERSION ? row.body_html : (await renderText(ctx, place, row.body)).html);
  }
  const htmls = await showTexts(ctx, place, kept);
  const named = await usersNamedIn(ctx, kept);
  const noteable = noteableOf(found);
  const ahead: string[] = [];
  for (const { body } of rows) ahead.push(body.includes('/') ? await explainCommandsInText(ctx, noteable, body) : '');
  const [author] = await listUsersByIds(ctx, [userOf(ctx)]);
  const threads = new Map<string, DiscussionView | undefined>();
  for (const id of new Set(rows.flatMap((row) => row.reply_to ?? []))) {
    threads.set(id, await threadOf(ctx, found, id));
  }
  const suggestions: PageSuggestionPreview[][] = [];
  for (const row of rows) {
    suggestions.push(await suggestionsOfDraft(ctx, noteable, row, threads.get(row.reply_to ?? '')));
  }
  return rows.map((row, index) => ({
    row,
    found,
    html: htmls[index] ?? '',
    author: author ?? null,
    references: { users: named[index] ?? [], commands: ahead[index] ?? '' },
    thread: threads.get(row.reply_to ?? ''),
    suggestions: suggestions[index] ?? [],
    path: `${pathOf(project.full_path, found.row.iid)}/drafts/${row.id}`,
  }));
}

/** An answer suggests for the lines of its thread. */
function suggestionsOfDraft(
  ctx: Context,
  noteable: Noteable,
  row: DraftRow,
  thread: DiscussionView | undefined,
): Promise<PageSuggestionPreview[]> {
  const at = row.reply_to === null ? placeOfDraft(row) : thread && placeOfThread(thread.row);
  const path = at?.new_path;
  if (at?.position_type !== 'text' || !path || !at.new_line) return Promise.resolve([]);
  return previewSuggestions(ctx, noteable, row.body, { headSha: at.head_sha, path, line: at.new_line });
}

async function threadOf(ctx: Context, found: MergeRequestAccess, id: string): Promise<DiscussionView | undefined> {
  try {
    return await discussionById(ctx, noteableOf(found), id);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

function placeOfDraft({ current, position }: DraftRow) {
  const { isActive: active, ...now } = current ?? { position, isActive: true, placement: null };
  return suggestionPosition({ ...now, active, original_position: position });
}

function placeOfThread({ is_active: active, placement, position, original_position }: DiscussionView['row']) {
  return suggestionPosition({ active, placement, position, original_position });
}
