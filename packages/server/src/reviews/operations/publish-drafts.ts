import type { Refusal } from '@tributary/contract/errors/app-error.ts';
import {
  createNotes,
  type EventBatch,
  type Noteable,
  type NoteToWrite,
  readCommands,
  renderText,
  resolveDiscussions,
  type StoredHtml,
  type WrittenCommand,
} from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { failpoint } from '../../platform/failpoints.ts';
import type { DraftRow } from '../store/drafts.ts';
import type { PublishedDraft } from '../tables.ts';
import { resolveRefusalText } from '../rules/resolve-refusal.ts';

export type Summary = { text: string; rendered: StoredHtml };
export type Published = {
  results: PublishedDraft[];
  summaryNoteId: number | null;
  systemNoteIds: readonly number[];
  commands: readonly WrittenCommand[];
};

type ToPublish = {
  drafts: readonly DraftRow[];
  summary: Summary | undefined;
  batch: EventBatch;
  /** The head that the page showed which publishes them. */
  seenHeadSha: string | undefined;
};

/** `note` is missing where a draft has nothing but commands. */
type Words = { draft: DraftRow; note: NoteToWrite | undefined; commands: readonly WrittenCommand[] };

/**
 * Writes pending comments as notes, in their order and then the summary, without the commands in them, which are done once
 * all is written. Nothing that happened to their places since can keep them back: without its thread one begins one,
 * without its line it stands on the overview.
 */
export async function publishDrafts(
  ctx: Context,
  noteable: Noteable,
  { drafts, summary, batch, seenHeadSha }: ToPublish,
): Promise<Published> {
  const words = await Promise.all(drafts.map((draft) => wordsOf(ctx, noteable, draft, seenHeadSha)));
  const sum: NoteToWrite | undefined = summary && { body: summary.text, rendered: summary.rendered };
  const notes = [...words.flatMap(({ note }) => note ?? []), ...(sum ? [sum] : [])];
  const written = notes.length === 0 ? [] : await createNotes(ctx, { noteable, notes, batch });
  const made = new Map(notes.map((note, place) => [note, written[place]]));
  failpoint('review.notes_written');
  const madeOf = ({ note }: Words) => (note ? made.get(note) : undefined);
  const wishes = words.flatMap((each) => inputOf(each.draft, madeOf(each)?.isThreadGone ?? false) ?? []);
  const { refusals, systemNoteId } = await resolveDiscussions(ctx, noteable, wishes);
  failpoint('review.threads_resolved');
  return {
    results: words.map((each) => resultOf(each.draft, madeOf(each), refusals)),
    summaryNoteId: (sum && made.get(sum)?.note.id) ?? null,
    systemNoteIds: systemNoteId === null ? [] : [systemNoteId],
    commands: words.flatMap(({ commands }) => commands),
  };
}

/** Commands act on the head that the publishing page showed, else on the one their text was written at, never on a later one. */
function boundTo(commands: readonly WrittenCommand[], headSha: string | null): readonly WrittenCommand[] {
  return headSha === null ? commands : commands.map((command) => ({ ...command, seenHeadSha: headSha }));
}

async function wordsOf(
  ctx: Context,
  noteable: Noteable,
  draft: DraftRow,
  seenHeadSha: string | undefined,
): Promise<Words> {
  const { text, commands: read } = readCommands(noteable.type, draft.body);
  const commands = seenHeadSha === undefined ? boundTo(read, draft.head_sha) : read;
  // Commands alone leave no note; the wish to resolve the thread is done all the same.
  if (text.trim() === '' && commands.length > 0) return { draft, note: undefined, commands };
  const rendered =
    text === draft.body
      ? { html: draft.body_html, version: draft.html_version }
      : await renderText(ctx, noteable.place, text);
  const place =
    draft.reply_to === null
      ? { position: draft.position ?? undefined, commitId: draft.commit_id ?? undefined }
      : { replyTo: draft.reply_to };
  return { draft, note: { body: text, rendered, kind: 'thread', ...place, outlivesPlace: true }, commands };
}

/** The comment is worth more than the flag: where it may not be done, the answer says so. */
function inputOf({ reply_to: discussionId, resolve_discussion: isResolved }: DraftRow, isThreadGone: boolean) {
  return discussionId === null || isResolved === null || isThreadGone ? undefined : { discussionId, isResolved };
}

/** Of a draft that is not there any more. */
export function deletedDraftResult(draftId: number): PublishedDraft {
  const nothing = { noteId: null, discussionId: null, placement: null };
  return { draftId, ...nothing, isThreadGone: false, isResolveRefused: false, isGone: true };
}

type Made = Awaited<ReturnType<typeof createNotes>>[number];

function resultOf(draft: DraftRow, made: Made | undefined, refusals: ReadonlyMap<string, Refusal>): PublishedDraft {
  const isThreadGone = made?.isThreadGone ?? false;
  const wish = inputOf(draft, isThreadGone);
  const refusal = wish && refusals.get(wish.discussionId);
  const flags = {
    isThreadGone,
    isResolveRefused: refusal !== undefined,
    ...(refusal && { resolveRefusal: resolveRefusalText(refusal) }),
  };
  if (!made) return { draftId: draft.id, noteId: null, discussionId: null, placement: null, ...flags };
  const { note, discussion } = made;
  const lost = { on: 'overview', confidence: 'lost', path: null, file_hash: null, version: 0 } as const;
  const isUnplaced = draft.position !== null && discussion.position === null;
  const placement = isUnplaced ? lost : discussion.placement;
  const ids = { draftId: draft.id, noteId: note.id, discussionId: discussion.id };
  return { ...ids, placement, ...flags };
}
