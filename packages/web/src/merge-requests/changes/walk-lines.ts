import { walkerOf, type WalkUnit } from '../../ui/diff/diff-walker.ts';
import type { Changes } from './changes-context.ts';
import { fileHashOf } from './reading-position.ts';

/** Lines that a comment quotes are no lines of the file. */
function walkerOfFile(fileHash: string) {
  const card = document.getElementById(`diff-content-${fileHash}`);
  return walkerOf(card?.querySelector(':scope > [data-diff]'));
}

/** To the other line of two that are beside each other. */
export function crossTo({ current }: Pick<Changes, 'current'>, side: 'old' | 'new'): void {
  walkerOfFile(fileHashOf(document.activeElement) ?? current.get() ?? '')?.crossTo(side);
}

/** The next or previous line or change: in the file with the focus, else the one being read, then in those after it. */
export async function walkLines(
  changes: Pick<Changes, 'files' | 'current' | 'store' | 'goTo'>,
  unit: WalkUnit,
  by: 1 | -1,
): Promise<void> {
  const { files, current, store, goTo } = changes;
  const focused = fileHashOf(document.activeElement);
  const hash = focused ?? current.get() ?? files[0]?.file_hash;
  if (hash === undefined) return;
  let at = files.findIndex((file) => file.file_hash === hash);
  // Lines that are on their way are waited for, not passed by.
  const state = store.get(files[at]?.index ?? -1).state;
  if (state === 'idle' || state === 'loading') await goTo({ fileHash: hash, focus: true });
  if (walkerOfFile(hash)?.move(unit, by) === true) return;
  walkerOfFile(hash)?.leave();
  at += by;
  // Folded files and those without lines are passed by.
  for (let file = files[at]; file !== undefined; at += by, file = files[at]) {
    await goTo({ fileHash: file.file_hash, focus: true });
    const walker = walkerOfFile(file.file_hash);
    walker?.leave();
    if (walker?.move(unit, by) === true) return;
  }
}
