import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { plural } from '../../../lib/format.ts';
import { keyLabelOf } from '../../../lib/key-label.ts';
import { toast } from '../../../ui/toast.tsx';
import type { Changes } from '../changes-context.ts';
import { isFolded } from '../use-diff-file.ts';
import { findLayer } from './find-switch.ts';

/** Of a long file other lines are not here, before or after those that are. */
const hasMoreLines = ({ page, highlighted_diff_lines: lines }: PageDiffFile) => page && page.total > lines.length;

/** For whoever looks with the browser's own find, where that cannot see all files. Whether there was something to tell. */
export function showFindHint(
  files: readonly DiffFileSummary[],
  store: Changes['store'],
  views: Changes['views'],
): boolean {
  const isSeen = ({ index, file_hash: hash }: DiffFileSummary) => {
    const loaded = store.get(index);
    return loaded.state === 'loaded' && !hasMoreLines(loaded.file) && !isFolded(views.get(hash), loaded.file);
  };
  if (files.every(isSeen)) return false;
  const keys = keyLabelOf('diff.find');
  const way = keys === undefined ? 'Select “Find in all” to search' : `Press ${keys} to search`;
  toast({
    text: `Your browser can only search content that is loaded and expanded. ${way} all ${plural(files.length, 'file')}.`,
    action: { text: 'Find in all', run: findLayer.open },
  });
  return true;
}
