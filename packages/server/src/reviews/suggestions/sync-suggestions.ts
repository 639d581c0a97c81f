import { isUtf8 } from 'node:buffer';
import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import { decodeFileText, encodingAt, isGitError, readBlobAt } from '@tributary/git';
import { type ChangedNote, type DiscussionRow, listDiscussionsByIds, type Noteable } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { renderMarkdown, type Suggestion } from '../../platform/markup/index.ts';
import { listSuggestionsOfNotes, type NewSuggestion, replaceSuggestions } from '../store/suggestions.ts';
import { contentOfLines, linesWithEnds } from './rules/replace-lines.ts';

const MAX_FILE_BYTES = 4 * 1_024 * 1_024;
const HAS_SUGGESTION = /[`~]{3,}\s*suggestion/;

export type SuggestionLine = { headSha: string; path: string; line: number };

/** The line that the suggestions of a thread start from: one that is there after the change. */
export function suggestionStart(position: DiffPosition | null | undefined): SuggestionLine | undefined {
  if (position?.position_type !== 'text' || !position.new_path || !position.new_line) return undefined;
  return { headSha: position.head_sha, path: position.new_path, line: position.new_line };
}

/** Suggestion blocks of a text, in order. */
export async function suggestionsIn(text: string): Promise<Suggestion[]> {
  if (!HAS_SUGGESTION.test(text)) return [];
  return (await renderMarkdown(text, {})).suggestions;
}

/** `isUtf8`: of the file that they are in. */
type ReplacedLines = { from: number; to: number; fromContent: string; toContent: string; isUtf8: boolean };

/** What each block replaces, or undefined where the file cannot be read as text. */
export async function linesToReplace(
  ctx: Context,
  projectId: number,
  place: SuggestionLine,
  suggestions: readonly Suggestion[],
): Promise<ReplacedLines[] | undefined> {
  const file = await readText(ctx, projectId, place);
  if (!file) return undefined;
  const { text, isUtf8 } = file;
  const count = linesWithEnds(text).length;
  return suggestions.map(({ above, below, content }) => {
    const from = Math.max(1, place.line - above);
    const to = Math.min(Math.max(count, from), place.line + below);
    return { from, to, fromContent: contentOfLines(text, from, to), toContent: content, isUtf8 };
  });
}

async function readText(ctx: Context, projectId: number, { headSha, path }: SuggestionLine) {
  try {
    const repo = ctx.repositories.directory(projectId);
    const { content } = await readBlobAt(repo, headSha, path, { maxBytes: MAX_FILE_BYTES });
    const text = decodeFileText(content, await encodingAt(repo, headSha, path, content));
    return { text, isUtf8: isUtf8(content) };
  } catch (error) {
    if (isGitError(error)) return undefined;
    throw error;
  }
}

/** Keeps the suggestions of notes in step with their texts, in the transaction of their change; unchanged ones keep their number. */
export async function syncSuggestions(
  ctx: Context,
  noteable: Noteable,
  notes: readonly ChangedNote[],
  kind: 'created' | 'updated',
): Promise<void> {
  const known =
    kind === 'created'
      ? []
      : await listSuggestionsOfNotes(
          ctx.db,
          notes.map((note) => note.id),
        );
  const blocks = new Map(
    await Promise.all(notes.map(async (note) => [note.id, await suggestionsIn(note.body)] as const)),
  );
  const isSame = (a: NewSuggestion, b: (typeof known)[number]) =>
    a.note_id === b.note_id &&
    a.number === b.number &&
    a.from_line === b.from_line &&
    a.to_line === b.to_line &&
    a.to_content === b.to_content;
  const proposing = notes.filter((note) => blocks.get(note.id)?.length);
  const threads = await listDiscussionsByIds(
    ctx.db,
    proposing.map((note) => note.discussionId),
  );
  const rows: NewSuggestion[] = [];
  for (const note of proposing) {
    const thread = threads.find((each) => each.id === note.discussionId);
    rows.push(...(await rowsOf(ctx, noteable, note, thread, blocks.get(note.id) ?? [])));
  }
  const removed = known.filter((old) => !rows.some((row) => isSame(row, old)));
  const added = rows.filter((row) => !known.some((old) => isSame(row, old)));
  await replaceSuggestions(
    ctx.db,
    removed.map((row) => row.id),
    added,
  );
}

async function rowsOf(
  ctx: Context,
  noteable: Noteable,
  note: ChangedNote,
  thread: DiscussionRow | undefined,
  blocks: readonly Suggestion[],
): Promise<NewSuggestion[]> {
  const place = suggestionStart(thread?.original_position);
  const wanted = place && (await linesToReplace(ctx, noteable.place.id, place, blocks));
  return (wanted ?? []).map((lines, number) => ({
    note_id: note.id,
    merge_request_id: noteable.id,
    number,
    head_sha: place?.headSha ?? '',
    path: place?.path ?? '',
    from_line: lines.from,
    to_line: lines.to,
    from_content: lines.fromContent,
    to_content: lines.toContent,
    is_utf8: lines.isUtf8,
    applied_at: null,
    applied_by_id: null,
    commit_sha: null,
  }));
}
