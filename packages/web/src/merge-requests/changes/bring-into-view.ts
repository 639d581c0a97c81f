import type { Changes, DiffTarget } from './changes-context.ts';
import { numbersOf } from './model/diff-hash.ts';
import { scrollToElement } from './scroll-to-element.ts';
import { canShowWhole, showWholeFile } from './whole-file.ts';

const MAX_WAIT_FRAMES = 20;

/** The diff of a file takes the keys that walk its lines; a file without lines has only itself. */
function focusFile(fileHash: string): void {
  const card = document.getElementById(`diff-content-${fileHash}`);
  const target = card?.querySelector<HTMLElement>('[data-diff]') ?? card;
  if (!target) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Draws, loads, opens and scrolls to what is named, in this order; answers whether it was found. */
export async function bringIntoView(
  target: DiffTarget,
  of: Pick<Changes, 'files' | 'store' | 'views' | 'revealed' | 'loadFolded'>,
): Promise<boolean> {
  const { store, views, files, revealed } = of;
  const index = files.findIndex((each) => each.file_hash === target.fileHash);
  const file = files[index];
  if (!file) return false;
  revealed.set(index);
  const cardId = `diff-content-${file.file_hash}`;
  const id = target.elementId ?? cardId;
  const isInside = id !== cardId;
  if (isInside) {
    views.fold(file.file_hash, 'open');
    views.patch(file.file_hash, { areCommentsHidden: false });
  }
  // The card first, so that what it loads is seen to be for it.
  await scrollToElement(cardId, { maxFrames: MAX_WAIT_FRAMES });
  const loaded = await store.settled(file.index);
  if (isInside && loaded.state === 'loaded' && loaded.file.collapsed) await of.loadFolded(loaded.file);
  const { focus = false, top } = target;
  if (!isInside) {
    await scrollToElement(cardId);
    if (focus) focusFile(file.file_hash);
    return true;
  }
  const at = { focus, ...(top !== undefined && { top }) };
  let isFound = await scrollToElement(id, at);
  const now = store.get(file.index);
  // A line between the hunks is hidden until the file is shown whole.
  if (!isFound && now.state === 'loaded' && numbersOf(id) !== null && canShowWhole(now.file)) {
    await showWholeFile(now.file, views);
    isFound = await scrollToElement(id, at);
  }
  if (!isFound && focus) focusFile(file.file_hash);
  return isFound;
}
