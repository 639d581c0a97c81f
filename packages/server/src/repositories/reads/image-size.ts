import type { ImageSize } from '@tributary/contract/projects/repository-diff.ts';
import { imageDimensions } from '../../platform/image-dimensions.ts';

const SVG_HEAD_BYTES = 4 * 1_024;
const MOST_PIXELS = 65_535;

function sensible(width: number, height: number): ImageSize | null {
  const size = { width: Math.round(width), height: Math.round(height) };
  const isSensible = Object.values(size).every((side) => side >= 1 && side <= MOST_PIXELS);
  return isSensible ? size : null;
}

/** A drawing has a size where it says so in pixels; all others take what room there is. */
function drawingSize(content: Buffer): ImageSize | null {
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

/** Size in which a browser shows the image by itself, from its first bytes; null where they do not tell. */
export function imageSizeOf(path: string, content: Buffer): ImageSize | null {
  if (/\.svg$/i.test(path)) return drawingSize(content);
  const size = imageDimensions(content);
  return size ? sensible(size.width, size.height) : null;
}
