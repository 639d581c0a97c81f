import type { RefObject } from 'react';
import { watchReader } from '../../ui/diff/scroll-to-element.ts';
import { bringIntoView } from './bring-into-view.ts';
import type { Changes } from './changes-context.ts';
import { loadPage } from './load-page.ts';
import { isOmitted } from './model/omitted-lines.ts';
import { isPureRename } from './more-of-file.ts';
import { type LineNumbers, nearestLine } from './model/nearest-line.ts';
import { visibleRows } from './visible-rows.ts';
import { type ReadingPosition, readingPosition } from './reading-position.ts';
import type { RetainedPosition } from './use-reader.ts';

/** The line code of the nearest line that is there; null in a file without lines. Of a long file as much is loaded as has to be. */
async function nearestCode(fileHash: string, line: LineNumbers, changes: Changes): Promise<string | null> {
  const { files, store, views, params, revealed } = changes;
  const at = files.findIndex((file) => file.file_hash === fileHash);
  const index = files[at]?.index;
  if (index === undefined) return null;
  revealed.set(at);
  const loaded = await store.settled(index);
  if (loaded.state === 'loaded' && loaded.file.collapsed && !isPureRename(loaded.file))
    await changes.loadFolded(loaded.file);
  const now = store.get(index);
  if (now.state !== 'loaded') return null;
  const wanted = line.newLine === null ? { old: line.oldLine ?? 1 } : { new: line.newLine };
  if (isOmitted(visibleRows(now.file, changes).rows, wanted, now.file.next_line)) {
    // Without them the nearest one that is here has to do.
    await loadPage(now.file, wanted, { store, views, params }).catch(() => undefined);
  }
  return nearestLine(visibleRows(now.file, changes).rows, line);
}

/** Where the line is now, or the nearest one; without lines the file has only itself. */
async function placeNow({ fileHash, elementId, top, line }: ReadingPosition, changes: Changes) {
  if (!line) return { fileHash, elementId, top };
  const code = await nearestCode(fileHash, line, changes);
  return code === null ? { fileHash } : { fileHash, elementId: code, top };
}

/** Puts what was read back to where it stood, unless the reader takes the page into their own hands. */
export async function keepScrollPosition(
  kept: RefObject<RetainedPosition>,
  target: ReadingPosition | { fileHash: string },
  changes: Changes,
): Promise<void> {
  const mine = kept.current;
  const reader = watchReader();
  const now = 'line' in target ? await placeNow(target, changes) : target;
  if (!reader.hasActed() && kept.current === mine) await bringIntoView(now, changes);
  reader.stop();
  // Meanwhile it may have been shown yet another way.
  if (kept.current !== mine) return;
  const hasMoved = reader.hasActed();
  kept.current = {
    place: hasMoved ? readingPosition() : mine.place,
    stands: hasMoved ? null : window.scrollY,
    isOnItsWay: false,
  };
}
