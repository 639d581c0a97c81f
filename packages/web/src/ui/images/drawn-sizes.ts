import type { CSSProperties } from 'react';
import type { ImageSide, Pixels } from './image-side.ts';

/** Each image's share of the width of the wider one, so that both are drawn to one scale. */
export function shares(sizes: readonly Pixels[]): number[] {
  const widest = Math.max(...sizes.map((size) => size.width), 1);
  return sizes.map((size) => (size.width / widest) * 100);
}

/** Where a line at a part of the ground runs within an image that takes a share of it, in percent of the image. */
export function lineWithin(at: number, share: number): number {
  return Math.min(100, (at / share) * 100);
}

/** The place of an image that is no higher than this part of the window, kept from before it is there. */
export function imageBoxStyle(pixels: Pixels | null, mostHeight: `${number}vh`): CSSProperties {
  if (!pixels) return {};
  const { width, height } = pixels;
  return {
    width: `min(${width}px, ${mostHeight} * ${width / height})`,
    height: 'auto',
    aspectRatio: `auto ${width} / ${height}`,
  };
}

/** The ground of images that lie on each other, as wide as the wider one. */
export function groundOf(sides: readonly ImageSide[]): CSSProperties {
  const sizes = sides.map(({ pixels }) => pixels);
  if (sizes.includes(null)) return {};
  return { width: Math.max(...sizes.map((size) => size?.width ?? 0)) };
}
