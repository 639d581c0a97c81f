import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { seenIn } from '../model/seen-in.ts';
import type { LinesFile } from '../lines/lines-file.ts';
import { atMovedPoint } from './moved-point.ts';

/** Pins on the picture as it is now. */
export function isPin({ active, position }: Pick<PageDiscussion, 'active' | 'position'>): boolean {
  return active && position?.position_type === 'image';
}

/** The threads that are pins on the picture of a file; those of a picture that was changed since stand on it as it was. */
export function pinsOn(
  { file_hash: hash, diff_refs: refs }: Pick<LinesFile, 'file_hash' | 'diff_refs'>,
  discussions: readonly PageDiscussion[],
): PageDiscussion[] {
  return discussions.flatMap((each) => {
    if (isPin(each)) return each.diff_file?.file_hash === hash ? atMovedPoint(each) : [];
    const seen = seenIn(each, refs);
    const isHere = seen?.position.position_type === 'image' && seen.fileHash === hash;
    return isHere ? { ...each, position: seen.position } : [];
  });
}
