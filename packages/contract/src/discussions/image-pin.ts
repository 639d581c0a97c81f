import { z } from 'zod';
import { intInput } from '../core/inputs.ts';

/** A point on an image, in pixels of the size that it was shown in. */
export type ImagePin = { x: number; y: number; width: number; height: number };

const pixels = intInput.refine((value) => value >= 0 && value <= 100_000);

export const imagePinInput = z.strictObject({ x: pixels, y: pixels, width: pixels, height: pixels });

export function isOnImage({ x, y, width, height }: ImagePin): boolean {
  return width > 0 && height > 0 && x <= width && y <= height;
}
