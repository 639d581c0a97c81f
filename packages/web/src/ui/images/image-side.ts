import type { ImageSize } from '@tributary/contract/projects/repository-diff.ts';

export type Pixels = ImageSize;
/** `pixels` where they are known before the image is there. */
export type ImageSide = {
  key: 'before' | 'after';
  label: string;
  src: string;
  sizeBytes: number | null;
  pixels: Pixels | null;
};
