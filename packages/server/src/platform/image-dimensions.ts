import { disableTypes, imageSize, types } from 'image-size';

const READ_TYPES = new Set(['png', 'gif', 'jpg', 'webp', 'bmp']);
disableTypes(types.filter((type) => !READ_TYPES.has(type)));

/** Where the dimensions stand, if anywhere; what follows is not read, whatever it holds. */
export const IMAGE_HEAD_BYTES = 256 * 1_024;
/** From here on an image is turned by a quarter before it is shown. */
const FIRST_TURNED = 5;

export type ImageDimensions = { width: number; height: number };

/** Width and height as shown, from the header alone: nothing is decoded. Undefined where the header does not tell. */
export function imageDimensions(content: Buffer): ImageDimensions | undefined {
  try {
    // Memory of its own: the reader looks beyond the end of a part of some other.
    const head = new Uint8Array(content.subarray(0, IMAGE_HEAD_BYTES));
    const { width, height, orientation = 1 } = imageSize(head);
    return orientation >= FIRST_TURNED ? { width: height, height: width } : { width, height };
  } catch {
    return undefined; // Cut off, of another kind, or no image at all.
  }
}
