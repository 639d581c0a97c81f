import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { lineIn } from '../../discussions/model/line-in.ts';
import { type Placed, seenIn } from '../../discussions/model/seen-in.ts';
import { numbersOf } from '../../ui/diff/diff-hash.ts';
import { type ReaderWatch, scrollToElement, watchReader } from '../../ui/diff/scroll-to-element.ts';
import { cardVirtualizer } from './card-virtualizer.tsx';
import type { Changes, DiffTarget } from './changes-context.ts';
import { loadPage } from './load-page.ts';
import { isOmitted, firstOmittedLine } from './model/omitted-lines.ts';
import { visibleRows } from './visible-rows.ts';
import { toDiffRows } from '../../discussions/model/to-diff-rows.ts';
import { reachNote } from '../../discussions/threads/reach-note.ts';
import { draftIn } from './model/changes-hash.ts';
import { moveAt, moveKey } from './model/fold-moves.ts';
import { LineDiscussions } from './lines/line-comments-feed.ts';
import { canShowFull, isPureRename, linesOnDemand, showFullFile } from './more-of-file.ts';
import { openCommentedLines } from './open-commented-lines.ts';
import '../../ui/diff/piece-height.ts';

const MAX_WAIT_FRAMES = 20;

/** The diff of a file takes the keys that walk its lines; a file without lines has only itself. */
function focusFile(fileHash: string): void {
  const card = document.getElementById(`diff-content-${fileHash}`);
  const target = card?.querySelector<HTMLElement>(':scope > [data-diff]') ?? card;
  if (!target) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

type Loaders = Pick<Changes, 'store' | 'views' | 'params' | 'comments' | 'loadFolded' | 'slots'>;

type Place = { focus: boolean; top?: number };

const noteIn = (id: string) => /^note_(\d+)$/.exec(id)?.[1];

/** A note in the folded middle of a long thread is unfolded. */
function isUnfolded(id: string): boolean {
  const noteId = noteIn(id);
  return noteId !== undefined && reachNote(noteId) !== null;
}

/** To what is drawn, or will be in a moment. */
async function scrollToDrawn(id: string, at: Place): Promise<boolean> {
  if (!(await scrollToElement(id, { ...at, maxFrames: MAX_WAIT_FRAMES })) && !isUnfolded(id)) return false;
  await scrollToElement(id, at);
  return true;
}

/** The pending comment that is named, or the thread with the note that is. */
function saidBy(id: string, { file_hash: hash, diff_refs: refs }: PageDiffFile, of: Loaders): Placed | undefined {
  const { threads, drafts } = of.comments.of(hash);
  const [draftId, noteId] = [draftIn(id), noteIn(id)];
  const draft = drafts(refs).all.find((each) => each.id === draftId);
  return draft ?? threads(refs).all.find(({ notes }) => notes.some((note) => note.id === noteId));
}

/** The line that the named note or pending comment is about, where it may be hidden. */
function lineOfNote(id: string, file: PageDiffFile, of: Loaders): number | undefined {
  const said = saidBy(id, file, of);
  return said && lineIn(said, file.diff_refs);
}

/** Opens the hidden line that is named, or that the named note is about. False where that is no line. */
async function isOpened(id: string, file: PageDiffFile, of: Loaders): Promise<boolean> {
  const { store, views } = of;
  const talked = lineOfNote(id, file, of);
  const line = talked ?? numbersOf(id)?.newLine;
  if (line === undefined) return false;
  try {
    // What draws the note may be on its way, too.
    await Promise.all([
      openCommentedLines(file, [line], { store, views }),
      talked !== undefined && LineDiscussions.preload(),
    ]);
    return true;
  } catch {
    views.patch(file.file_hash, { problem: 'Hidden lines could not be loaded. Try again.' });
    return false;
  }
}

/** The lines of a file that was only renamed, which are shown on wish. */
async function isRenamedShown(file: PageDiffFile, { store, views, params }: Loaders): Promise<boolean> {
  // What draws them may be on its way, too.
  const drawing = import('./renamed-body.tsx').catch(() => undefined);
  await (await linesOnDemand()).showRenamed(file, { store, views, params });
  await drawing;
  return views.get(file.file_hash).renamed === 'success';
}

/** A line of a file that was only renamed, or what was said of one, is not there yet. */
const waitsForWish = (id: string, file: PageDiffFile, of: Loaders) =>
  isPureRename(file) &&
  file.context_lines_path !== null &&
  of.views.get(file.file_hash).renamed !== 'success' &&
  (numbersOf(id) !== null || lineOfNote(id, file, of) !== undefined);

/** The numbers of the line that is named, or that the named note or pending comment is about. */
function numbersFor(id: string, file: PageDiffFile, of: Loaders): { old: number; new: number } | null {
  const said = saidBy(id, file, of);
  const code = said && (seenIn(said, file.diff_refs)?.code ?? said.line_code);
  const numbers = numbersOf(code ?? id);
  return numbers && { old: numbers.oldLine, new: numbers.newLine };
}

/** Lines of a very long file that are not here yet. */
function isElsewhere(at: { old: number; new: number }, file: PageDiffFile, of: Loaders): boolean {
  return isOmitted(visibleRows(file, of).rows, at, file.next_line);
}

/** For a hidden line; of a large or long file only what is around it. */
const isShownWhole = (file: PageDiffFile) => canShowFull(file) && firstOmittedLine(file) === null;

/** Loads the page with a line; that it could not be had is told above the lines. */
async function isPageLoaded(at: { old: number; new: number }, file: PageDiffFile, of: Loaders): Promise<boolean> {
  try {
    await loadPage(file, at, of);
    return true;
  } catch {
    of.views.patch(file.file_hash, { problem: 'Some lines in this file could not be loaded. Try again.' });
    return false;
  }
}

/** What is elsewhere in a very long file, or hidden between the hunks, is loaded. */
async function scrollToLoaded(
  id: string,
  at: Place,
  index: number,
  of: Loaders,
  reader: ReaderWatch,
): Promise<boolean> {
  const { store, views, params } = of;
  let [isTried, isAsked] = [false, false];
  for (;;) {
    if (reader.hasActed() || (await scrollToDrawn(id, at))) return true;
    const now = store.get(index);
    if (now.state !== 'loaded') return false;
    const line = numbersFor(id, now.file, of);
    const move = moveAt(toDiffRows(now.file.highlighted_diff_lines), now.file.moves, id);
    if (move && !views.get(now.file.file_hash).openMoves.has(moveKey(move))) {
      views.showMove(now.file.file_hash, moveKey(move), true);
    } else if (waitsForWish(id, now.file, of)) {
      if (!(await isRenamedShown(now.file, of))) return false;
    } else if (line && !isAsked && isElsewhere(line, now.file, of)) {
      isAsked = true;
      if (!(await isPageLoaded(line, now.file, of))) return false;
    } else if (numbersOf(id) !== null && views.get(now.file.file_hash).full === 'changes' && isShownWhole(now.file)) {
      await showFullFile(now.file, { store, views, params });
      if (views.get(now.file.file_hash).full !== 'full') return false;
    } else if (isTried || !(await isOpened(id, now.file, of))) return false;
    else isTried = true;
  }
}

/** To something within a loaded file. What is said of a drawing is on a place in the image, or on a line of it. */
async function scrollInto(id: string, at: Place, index: number, of: Loaders, reader: ReaderWatch): Promise<boolean> {
  const now = of.store.get(index);
  if (now.state !== 'loaded' || !now.file.alternate_viewer) return scrollToLoaded(id, at, index, of, reader);
  const hash = now.file.file_hash;
  const { isSource } = of.views.get(hash);
  const show = (next: boolean) => reader.hasActed() || of.views.patch(hash, { isSource: next });
  if (await scrollToDrawn(id, at)) return true;
  show(!isSource);
  if (await scrollToDrawn(id, at)) return true;
  // Only of the lines there may be more.
  show(true);
  if (await scrollToLoaded(id, at, index, of, reader)) return true;
  show(isSource);
  return false;
}

/**
 * Draws, loads, opens and scrolls to what is named, in this order; answers whether it was found. A reader who does
 * something else while it is on its way is left alone: neither the place nor the keyboard is taken from them.
 */
export async function bringIntoView(
  target: DiffTarget,
  of: Loaders & Pick<Changes, 'files' | 'revealed'>,
): Promise<boolean> {
  const reader = watchReader();
  try {
    return await bring(target, of, reader);
  } finally {
    reader.stop();
  }
}

async function bring(
  target: DiffTarget,
  of: Loaders & Pick<Changes, 'files' | 'revealed'>,
  reader: ReaderWatch,
): Promise<boolean> {
  const { store, views, files, revealed } = of;
  const index = files.findIndex((each) => each.file_hash === target.fileHash);
  const file = files[index];
  if (!file) return false;
  revealed.set(index);
  await cardVirtualizer.reach(file.file_hash);
  const cardId = `diff-content-${file.file_hash}`;
  const id = target.elementId ?? cardId;
  const isInside = id !== cardId;
  const { focus = false, top } = target;
  const at: Place = { focus, ...(top !== undefined && { top }) };
  if (isInside) {
    views.fold(file.file_hash, 'open');
    // A place that is only kept shows nothing that was hidden.
    if (top === undefined) views.patch(file.file_hash, { areCommentsHidden: false });
  }
  // The card first, so that what it loads is seen to be for it.
  await scrollToElement(cardId, { maxFrames: MAX_WAIT_FRAMES });
  const loaded = await store.settled(file.index);
  if (isInside && loaded.state === 'loaded') {
    // What was only renamed has no changes to ask for.
    if (loaded.file.collapsed && !isPureRename(loaded.file)) await of.loadFolded(loaded.file);
    await of.slots.fileBodies.find((body) => body.isFor(loaded.file))?.onItsWay();
  }
  if (reader.hasActed()) return true;
  if (!isInside) {
    await scrollToElement(cardId, { ...at, focus: false });
    if (focus && !reader.hasActed()) focusFile(file.file_hash);
    return true;
  }
  const isFound = await scrollInto(id, at, file.index, of, reader);
  if (!isFound && focus && !reader.hasActed()) focusFile(file.file_hash);
  return isFound;
}
