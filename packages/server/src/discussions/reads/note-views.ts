import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds, mayReport, type VisibleStatus, statusesOf } from '../../accounts/index.ts';
import { type Context, concurrently } from '../../platform/context.ts';
import { listLevels } from '../../projects/index.ts';
import { canAward, canEditNote, canReadExternalEmails, canResolve } from '../abilities.ts';
import { awardsByNote, type AwardView } from '../awards/award-views.ts';
import { contributorsAmong } from '../contributors.ts';
import { HTML_VERSION, renderText, showTexts } from '../markdown/render-text.ts';
import { descriptionOf, type Noteable, noteableDescriptor, type NoteSuggestion } from '../noteable.ts';
import { hiddenOf } from './hidden-abouts.ts';
import { imageOids } from './image-oids.ts';
import { keyOf } from '../noteable-now.ts';
import { canDeleteVersion } from '../operations/description-versions.ts';
import { findOldestVersionId, listDeletedVersions } from '../store/description-versions.ts';
import type { DiscussionRow } from '../store/discussions.ts';
import { type NoteRow, replaceNoteHtml } from '../store/notes.ts';
import { listStarters, type Starter, starterOf } from '../store/starters.ts';

/** A note as one reader meets it: users, HTML with only what they may see, and what they may do. */
export type NoteView = {
  row: NoteRow;
  discussion: DiscussionRow;
  noteable: Noteable;
  html: string;
  author: UserView | null;
  /** What the author says of themselves now. */
  authorStatus: VisibleStatus | null;
  editedBy: UserView | null;
  resolvedBy: UserView | null;
  /** Role of the author in the place of the thing; 0 without one. */
  authorLevel: number;
  /** The author is no member, and work of theirs is in the place. */
  isContributor: boolean;
  suggestions: NoteSuggestion[];
  awards: AwardView[];
  can: { edit: boolean; resolve: boolean; award: boolean; report: boolean; movePin: boolean };
  /** Began its thread. */
  isBase: boolean;
  /** Where an issue is made that takes its open thread over. */
  followUpPath: string | null;
  /** Only of notes that tell of a change of the description. */
  description: DescriptionView | null;
};

type DescriptionView = {
  versionId: number;
  isDeleted: boolean;
  /** What stood there before is known. */
  hasBefore: boolean;
  mayDelete: boolean;
  mayRestore: boolean;
};

export type DiscussionView = {
  row: DiscussionRow;
  noteable: Noteable;
  notes: NoteView[];
  resolvedBy: UserView | null;
  /** Where an issue is made that takes the open thread over. */
  followUpPath: string | null;
  /** The image that its point was put on. */
  pictureId: string | undefined;
};

/** Builds the views of whole threads; a constant number of queries for any number of notes. */
export async function buildDiscussionViews(
  ctx: Context,
  noteable: Noteable,
  discussions: readonly DiscussionRow[],
  notes: readonly NoteRow[],
): Promise<DiscussionView[]> {
  const byDiscussion = Map.groupBy(notes, (note) => note.discussion_id);
  const people = await usersOf(ctx, discussions, notes);
  const starters = new Map(
    [...byDiscussion].flatMap(([id, own]) => {
      const starter = starterOf(own);
      return starter ? [[id, starter] as const] : [];
    }),
  );
  const views = new Map(
    (await buildNoteViews(ctx, noteable, discussions, notes, { people, starters })).map((view) => [view.row.id, view]),
  );
  const pictures = await imageOids(ctx, noteable, discussions);
  return discussions.flatMap((row) => {
    const shown = (byDiscussion.get(row.id) ?? []).flatMap((note) => views.get(note.id) ?? []);
    if (shown.length === 0) return [];
    const resolvedBy = people.get(row.resolved_by_id ?? 0) ?? null;
    const followUpPath = followUpPathOf(ctx, noteable, row);
    return { row, noteable, notes: shown, resolvedBy, followUpPath, pictureId: pictures.get(row.id) };
  });
}

/** Where the actor makes an issue of an open thread; null for settled ones. */
function followUpPathOf(ctx: Context, noteable: Noteable, row: DiscussionRow): string | null {
  const isOpen = row.is_resolvable && row.resolved_at === null && !row.is_individual;
  return isOpen ? (noteableDescriptor(noteable.type).followUpPath?.(ctx, noteable, row.id) ?? null) : null;
}

type Known = { people: Map<number, UserView>; starters: ReadonlyMap<string, Starter> };

/** Views of single notes of these discussions. */
export async function buildNoteViews(
  ctx: Context,
  noteable: Noteable,
  discussions: readonly DiscussionRow[],
  notes: readonly NoteRow[],
  known?: Known,
): Promise<NoteView[]> {
  const threads = new Map(discussions.map((row) => [row.id, row]));
  const authorIds = [...new Set(notes.flatMap((note) => note.author_id ?? []))];
  const ids = notes.map((note) => note.id);
  // None of these needs another one.
  const asked = {
    people: concurrently(ctx, async () => known?.people ?? usersOf(ctx, discussions, notes)),
    starters: concurrently(ctx, async () => known?.starters ?? listStarters(ctx.db, [...threads.keys()])),
    words: concurrently(ctx, () => wordsFor(ctx, noteable, notes)),
    describe: concurrently(ctx, () => descriptionsOf(ctx, noteable, notes)),
    levels: concurrently(ctx, () => listLevels(ctx, noteable.place, authorIds)),
    statuses: concurrently(ctx, () => statusesOf(ctx, authorIds)),
    awards: concurrently(ctx, () => awardsByNote(ctx, ids)),
    suggestions: concurrently(ctx, () => suggestionsOf(ctx, noteable, notes, threads)),
    hidden: concurrently(ctx, () => hiddenAmong(ctx, discussions, notes)),
  };
  const people = await asked.people();
  const starters = await asked.starters();
  const words = await asked.words();
  const describe = await asked.describe();
  const levels = await asked.levels();
  const outsiders = authorIds.filter((id) => (levels.get(id) ?? 0) === 0);
  const contributors = await contributorsAmong(ctx, noteable.place, outsiders);
  const statuses = await asked.statuses();
  const awards = await asked.awards();
  const suggestions = await asked.suggestions();
  const hidden = await asked.hidden();
  return words.flatMap(({ row, html }) => {
    const discussion = threads.get(row.discussion_id);
    if (!discussion || hidden(discussion) || hidden(row) || namesNothingSeen(row, discussion, html)) return [];
    const starter = starters.get(row.discussion_id);
    return {
      row,
      discussion,
      noteable,
      html,
      author: people.get(row.author_id ?? 0) ?? null,
      authorStatus: statuses.get(row.author_id ?? 0) ?? null,
      editedBy: people.get(row.edited_by_id ?? 0) ?? null,
      resolvedBy: people.get(row.resolved_by_id ?? 0) ?? null,
      authorLevel: levels.get(row.author_id ?? 0) ?? 0,
      isContributor: contributors.has(row.author_id ?? 0),
      suggestions: suggestions?.get(row.id) ?? [],
      awards: awards.get(row.id) ?? [],
      can: {
        award: canAward(ctx.actor, noteable, row) === null,
        report: !row.is_system && mayReport(ctx.actor, row.author_id),
        edit: canEditNote(ctx.actor, noteable, row) === null,
        resolve: canResolve(ctx.actor, noteable, discussion, starter?.author_id ?? null) === null,
        movePin: canMovePin(ctx, noteable, discussion, starter),
      },
      description: describe(row),
      isBase: starter?.id === row.id,
      followUpPath: row.resolvable ? followUpPathOf(ctx, noteable, discussion) : null,
    };
  });
}

/** As `moveImagePin` decides it. */
function canMovePin(
  ctx: Context,
  noteable: Noteable,
  discussion: DiscussionRow,
  starter: Starter | undefined,
): boolean {
  if (discussion.original_position?.position_type !== 'image' || !starter) return false;
  const note = { author_id: starter.author_id, is_system: discussion.is_system, is_internal: discussion.is_internal };
  return canEditNote(ctx.actor, noteable, note) === null;
}

/** Asked for only where lines are talked about. */
async function suggestionsOf(
  ctx: Context,
  noteable: Noteable,
  notes: readonly NoteRow[],
  threads: ReadonlyMap<string, DiscussionRow>,
): Promise<ReadonlyMap<number, NoteSuggestion[]> | undefined> {
  const onLines = notes.flatMap(({ id, discussion_id: threadId, is_system: isSystem }) => {
    const discussion = threads.get(threadId);
    return !isSystem && discussion?.original_position?.position_type === 'text' ? [{ id, discussion }] : [];
  });
  return onLines.length === 0 ? undefined : noteableDescriptor(noteable.type).suggestionsOf?.(ctx, noteable, onLines);
}

async function usersOf(
  ctx: Context,
  discussions: readonly DiscussionRow[],
  notes: readonly NoteRow[],
): Promise<Map<number, UserView>> {
  const ids = new Set<number>();
  for (const note of notes)
    for (const id of [note.author_id, note.edited_by_id, note.resolved_by_id]) if (id) ids.add(id);
  for (const row of discussions) if (row.resolved_by_id) ids.add(row.resolved_by_id);
  const users = await listUsersByIds(ctx, [...ids]);
  return new Map(users.map((user) => [user.id, user]));
}

type OfAbout = Pick<NoteRow, 'about_type' | 'about_id'>;

/** A note about a thing that this reader may not see is not for them: even its name tells something. */
async function hiddenAmong(
  ctx: Context,
  discussions: readonly DiscussionRow[],
  notes: readonly NoteRow[],
): Promise<(row: OfAbout) => boolean> {
  const abouts = [...discussions, ...notes].flatMap(({ about_type: type, about_id: id }) =>
    type === null || id === null ? [] : { type, id },
  );
  if (abouts.length === 0) return () => false;
  const hidden = new Set((await hiddenOf(ctx, abouts)).map(({ type, id }) => `${type}:${id}`));
  return ({ about_type: type, about_id: id }) => hidden.has(`${type}:${id}`);
}

/** Actions whose note names something else. */
const NAMES_OTHERS = new Set(['relate', 'moved', 'discussion']);

/** Notes from before that do not say what they are about: without a link in them, it is not to be seen. */
function namesNothingSeen(row: NoteRow, discussion: DiscussionRow, html: string): boolean {
  if ((row.about_type ?? discussion.about_type) !== null || row.system_action === null) return false;
  return NAMES_OTHERS.has(row.system_action) && !html.includes('<a href=');
}

async function descriptionsOf(ctx: Context, noteable: Noteable, notes: readonly NoteRow[]) {
  const ids = notes.flatMap((note) => note.description_version_id ?? []);
  if (ids.length === 0) return () => null;
  const deleted = await listDeletedVersions(ctx.db, ids);
  const mayDelete = canDeleteVersion(ctx, noteable) === null;
  const mayRestore = (await descriptionOf(noteable.type)?.maySet(ctx, noteable)) === true;
  const oldest = (await findOldestVersionId(ctx.db, keyOf(noteable))) ?? Infinity;
  return ({ description_version_id: versionId }: NoteRow): NoteView['description'] =>
    versionId === null
      ? null
      : { versionId, isDeleted: deleted.has(versionId), hasBefore: oldest < versionId, mayDelete, mayRestore };
}

/**
 * Kept renderings, made again where the renderer has changed since, then shown with the reader's rights: whoever may read
 * addresses of users outside has them in full.
 */
async function wordsFor(
  ctx: Context,
  noteable: Noteable,
  notes: readonly NoteRow[],
): Promise<{ row: NoteRow; html: string }[]> {
  const { pathName } = noteableDescriptor(noteable.type);
  const place = { ...noteable.place, pathName };
  const showsFull = canReadExternalEmails(ctx.actor, noteable);
  const kept: { row: NoteRow; html: string }[] = [];
  for (const row of notes) {
    if (row.full_body !== null && showsFull) {
      const { html } = await renderText(ctx, place, row.full_body);
      kept.push({ row: { ...row, body: row.full_body }, html });
    } else if (row.html_version === HTML_VERSION) kept.push({ row, html: row.body_html });
    else {
      const fresh = await renderText(ctx, place, row.body);
      if (fresh.version === HTML_VERSION) await replaceNoteHtml(ctx.db, row, fresh.html, fresh.version);
      kept.push({ row, html: fresh.html });
    }
  }
  const shown = await showTexts(
    ctx,
    place,
    kept.map((each) => each.html),
  );
  return kept.map(({ row }, index) => ({ row, html: shown[index] ?? '' }));
}
