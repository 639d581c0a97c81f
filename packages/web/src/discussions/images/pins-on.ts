import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { seenIn } from '../model/seen-in.ts';
import type { LinesFile } from '../lines/lines-file.ts';
import { atMovedPoint } from './moved-point.ts';

type Picture = Pick<LinesFile, 'file_hash' | 'diff_refs' | 'blob'>;

/** Whether a thread is a pin on just this image, under whichever name: other versions of the file show others. */
export function isPinOn({ file_hash: hash, diff_refs: refs, blob }: Picture, discussion: PageDiscussion): boolean {
  const { active, position, diff_file: file } = discussion;
  if (position?.position_type !== 'image' || !file) return false;
  const { last, original } = file.seen_hashes;
  if (blob && file.picture_id !== undefined)
    return blob.id === file.picture_id && [file.file_hash, last, original].includes(hash);
  return active ? file.file_hash === hash : seenIn(discussion, refs)?.fileHash === hash;
}

/** The threads that are pins on the image of a file; those of an image that was changed since stand on it as it was. */
export function pinsOn(file: Picture, discussions: readonly PageDiscussion[]): PageDiscussion[] {
  return discussions.filter((each) => isPinOn(file, each)).map(atMovedPoint);
}
