import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { ImageSide } from '../../ui/images/image-side.ts';
import { rawSides } from './raw-sides.ts';

/** The images there are: both for a change, one for what is new or gone. */
export function sidesOf(
  file: Pick<
    PageDiffFile,
    | 'new_file'
    | 'deleted_file'
    | 'old_raw_path'
    | 'new_raw_path'
    | 'old_size'
    | 'new_size'
    | 'old_pixels'
    | 'new_pixels'
  >,
): ImageSide[] {
  const { before, after } = rawSides(file);
  const old = { sizeBytes: file.old_size, pixels: file.old_pixels ?? null };
  const now = { sizeBytes: file.new_size, pixels: file.new_pixels ?? null };
  return [
    ...(before === null ? [] : [{ key: 'before' as const, label: 'Before', src: before, ...old }]),
    ...(after === null ? [] : [{ key: 'after' as const, label: 'After', src: after, ...now }]),
  ];
}
