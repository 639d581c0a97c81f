import type { Changes, DiffTarget } from './changes-context.ts';
import { scrollToElement } from './scroll-to-element.ts';

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
  const at = files.findIndex((each) => each.file_hash === target.fileHash);
  const file = files[at];
  if (!file) return false;
  revealed.set(at);
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
  const isFound = await scrollToElement(id, { focus, ...(top !== undefined && { top }) });
  if (!isFound && focus) focusFile(file.file_hash);
  return isFound;
}
