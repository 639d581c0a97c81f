import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { listUnplaced } from './index-by-line.ts';
import { type Refs, seenIn } from './seen-in.ts';
import { type ActivityOrder, sortAndFilter } from './sort-and-filter.ts';
import { type Resolvable, unresolvedOf } from './unresolved-order.ts';

/** By time, or as the threads stand among the changes of these files between two commits. */
export type ReadingOrder = ActivityOrder | { files: readonly { file_hash: string }[]; refs: Refs };

const FIRST = -1;

/** How far down in its file: the code of a line counts the lines of both sides up to it. All of the file is above them. */
function lineOf(code: string | null): number {
  const [old = FIRST, now = FIRST] = (code?.split('_').slice(1) ?? []).map(Number);
  return old + now;
}

/** Threads as a page shows them. Among changes those without a place come first, and those on none of them last. */
export function inOrder(all: readonly PageDiscussion[], order: ReadingOrder): PageDiscussion[] {
  if (typeof order === 'string') return sortAndFilter(all, 0, order);
  const files = new Map(order.files.map((file, at) => [file.file_hash, at]));
  const unplaced = new Set(listUnplaced(all));
  const placed = all.map((each) => {
    const seen = seenIn(each, order.refs);
    const isSeen = seen?.fileHash !== undefined;
    const hash = isSeen ? seen.fileHash : each.diff_file?.file_hash;
    return {
      each,
      file: !isSeen && unplaced.has(each) ? FIRST : (files.get(hash ?? '') ?? files.size),
      line: lineOf(isSeen ? seen.code : each.active ? each.line_code : null),
    };
  });
  return placed.toSorted((a, b) => a.file - b.file || a.line - b.line).map(({ each }) => each);
}

/**
 * The unresolved thread to jump to, around the end. `from` is the thread that was jumped to last (it may be resolved by
 * now); without it the jump starts before the first.
 */
export function nextUnresolved<D extends Resolvable>(
  all: readonly D[],
  from: string | null,
  step: 1 | -1,
): D | undefined {
  const open = unresolvedOf(all);
  if (open.length === 0) return undefined;
  const start = from === null ? -1 : all.findIndex((each) => each.id === from);
  if (start < 0) return step === 1 ? open[0] : open.at(-1);
  const place = new Map(all.map((each, index) => [each.id, index]));
  const at = (discussion: D) => place.get(discussion.id) ?? 0;
  return step === 1
    ? (open.find((each) => at(each) > start) ?? open[0])
    : (open.findLast((each) => at(each) < start) ?? open.at(-1));
}
