import type { PictureSize } from '@tributary/contract/projects/repository-diff.ts';

export type Pixels = PictureSize;
/** `pixels` where they are known before the picture is there. */
export type ImageSide = {
  key: 'before' | 'after';
  label: string;
  src: string;
  sizeBytes: number | null;
  pixels: Pixels | null;
};
