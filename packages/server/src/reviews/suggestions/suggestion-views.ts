import type { PageDiffLine, PageSuggestionPreview } from '@tributary/contract/discussions/page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { canCreateNote, type DiscussionRow, type Noteable, type NoteSuggestion } from '../../discussions/index.ts';
import { errorText } from '@tributary/contract/errors/catalogue.ts';
import type { Context } from '../../platform/context.ts';
import { escapeHtml } from '../../platform/markup/index.ts';
import {
  findMergeRequestAccess,
  type MergeRequestAccess,
  canPushToSource,
  findVersionOfCommit,
  branchTip,
} from '../../merge-requests/index.ts';
import { listSuggestionsOfNotes, type SuggestionRow } from '../store/suggestions.ts';
import { linesToReplace, suggestionsIn } from './sync-suggestions.ts';
import { linesOfContent } from './rules/replace-lines.ts';
import { stillMerging } from './still-merges.ts';

/** What the notes propose and whether this reader may apply it; git is asked once, for the source branch. */
export async function suggestionsOf(
  ctx: Context,
  noteable: Noteable,
  notes: readonly { id: number; discussion: DiscussionRow }[],
): Promise<ReadonlyMap<number, NoteSuggestion[]>> {
  const rows = await listSuggestionsOfNotes(
    ctx.db,
    notes.map((note) => note.id),
  );
  const found = rows.length === 0 ? undefined : await findMergeRequestAccess(ctx, noteable.id);
  if (!found) return new Map();
  const threads = new Map(notes.map((note) => [note.id, note.discussion]));
  const canApply =
    canCreateNote(ctx.actor, noteable) === null && found.row.state === 'opened' && (await canPushToSource(ctx, found));
  const isSourceThere = await hasSource(ctx, found);
  const outdated = rows.filter(
    (row) => threads.get(row.note_id)?.is_active === false && row.applied_at === null && found.row.state === 'opened',
  );
  const merging = found.row.head_sha
    ? await stillMerging(ctx, noteable.place.id, found.row.head_sha, isSourceThere ? outdated : [])
    : new Set<number>();
  const stale = new Set(outdated.filter((row) => !merging.has(row.id)));
  const views = rows.map((row) => {
    const reason = reasonAgainst(row, found, stale.has(row), isSourceThere);
    return { noteId: row.note_id, view: toView(row, noteable, reason, canApply) };
  });
  const byNote = Map.groupBy(views, (each) => each.noteId);
  return new Map([...byNote].map(([id, each]) => [id, each.map(({ view }) => view)]));
}

async function hasSource(ctx: Context, { row }: MergeRequestAccess): Promise<boolean> {
  if (row.source_project_id === null) return false;
  return (await branchTip(ctx, { projectId: row.source_project_id, branch: row.source_branch })) !== undefined;
}

/** Why it cannot be applied, as far as that is known without trying; null when nothing speaks against it. */
function reasonAgainst(
  row: SuggestionRow,
  { row: request }: MergeRequestAccess,
  isStale: boolean,
  isSourceThere: boolean,
): string | null {
  if (row.applied_at !== null) return errorText('suggestion_applied', {});
  if (request.state !== 'opened') return errorText('suggestion_not_open', { state: request.state });
  if (!isSourceThere) return errorText('suggestion_branch_gone', {});
  if (row.from_content === row.to_content) return errorText('suggestion_unchanged', {});
  if (!row.is_utf8) return errorText('suggestion_not_text', { path: row.path });
  if (!isStale) return null;
  return errorText('suggestion_stale', { from_line: row.from_line, to_line: row.to_line, path: row.path });
}

function toView(row: SuggestionRow, noteable: Noteable, reason: string | null, canApply: boolean): NoteSuggestion {
  const { fullPath } = noteable.place;
  return {
    id: row.id,
    file_path: row.path,
    from_line: row.from_line,
    to_line: row.to_line,
    from_content: row.from_content,
    to_content: row.to_content,
    applied: row.applied_at !== null,
    appliable: reason === null,
    inapplicable_reason: reason,
    commit_path: row.commit_sha === null ? null : repositoryPaths.commit(fullPath, row.commit_sha),
    apply_path: `/api/v4/suggestions/${row.id}/apply`,
    diff_lines: diffLines(row.from_line, row.from_content, row.to_content),
    canApply,
  };
}

/** Removed lines, then added ones, numbered as in the file. */
function diffLines(from: number, before: string, after: string): PageDiffLine[] {
  const line = (type: 'old' | 'new') => (text: string, index: number) => ({
    line_code: null,
    type,
    old_line: type === 'old' ? from + index : null,
    new_line: type === 'new' ? from + index : null,
    text,
    rich_text: escapeHtml(text),
    meta_data: null,
  });
  return [...linesOfContent(before).map(line('old')), ...linesOfContent(after).map(line('new'))];
}

/**
 * The same for a text that is being written, on the lines as they were in the commit that is talked about: those are what
 * is kept with it. Nothing for places that are no part of the request.
 */
export async function previewSuggestions(
  ctx: Context,
  noteable: Noteable,
  text: string,
  at: { headSha: string; path: string; line: number },
): Promise<PageSuggestionPreview[]> {
  const blocks = await suggestionsIn(text);
  if (blocks.length === 0 || !(await isOfRequest(ctx, noteable, at.headSha))) return [];
  const lines = await linesToReplace(ctx, noteable.place.id, at, blocks);
  return (lines ?? []).map(({ from, to, fromContent, toContent }) => ({
    from_line: from,
    to_line: to,
    diff_lines: diffLines(from, fromContent, toContent),
  }));
}

async function isOfRequest(ctx: Context, { id, headSha }: Noteable, sha: string): Promise<boolean> {
  return sha === headSha || (await findVersionOfCommit(ctx.db, id, sha)) !== undefined;
}
