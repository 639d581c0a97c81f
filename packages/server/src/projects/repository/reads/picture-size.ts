import type { PictureSize } from '@tributary/contract/projects/repository-diff.ts';
import { disableTypes, imageSize, types } from 'image-size';

const READ_TYPES = new Set(['png', 'gif', 'jpg', 'webp', 'bmp']);
disableTypes(types.filter((type) => !READ_TYPES.has(type)));

/** Where a size stands, if anywhere; what follows is not looked at, whatever somebody made of it. */
export const PICTURE_HEAD_BYTES = 256 * 1_024;
const SVG_HEAD_BYTES = 4 * 1_024;
const MOST_PIXELS = 65_535;
/** From here on a picture is turned by a quarter before it is shown. */
const FIRST_TURNED = 5;

function sensible(width: number, height: number): PictureSize | null {
  const size = { width: Math.round(width), height: Math.round(height) };
  const isSensible = Object.values(size).every((side) => side >= 1 && side <= MOST_PIXELS);
  return isSensible ? size : null;
}

/** A drawing has a size where it says so in pixels; all others take what room there is. */
function drawingSize(content: Buffer): PictureSize | null {
  const text = content.toString('latin1', 0, SVG_HEAD_BYTES);
  const start = text.indexOf('<svg');
  if (start === -1) return null;
  const end = text.indexOf('>', start);
  const root = end === -1 ? '' : text.slice(start, end);
  const side = (pattern: RegExp) => Number(pattern.exec(root)?.[1] ?? 0);
  return sensible(
    side(/\swidth\s*=\s*["'](\d{1,5}(?:\.\d{1,6})?)(?:px)?["']/),
    side(/\sheight\s*=\s*["'](\d{1,5}(?:\.\d{1,6})?)(?:px)?["']/),
  );
}

/** Size in which a browser shows the picture by itself, from its first bytes; null where they do not tell. */
export function pictureSizeOf(path: string, content: Buffer): PictureSize | null {
  if (/\.svg$/i.test(path)) return drawingSize(content);
  try {
    // Memory of its own: the reader looks beyond the end of a part of some other.
    const head = new Uint8Array(content.subarray(0, PICTURE_HEAD_BYTES));
    const { width, height, orientation = 1 } = imageSize(head);
    return orientation >= FIRST_TURNED ? sensible(height, width) : sensible(width, height);
  } catch {
    return null; // Cut off, of another kind, or no picture at all.
  }
}
