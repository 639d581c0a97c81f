import { useCallback, useState } from 'react';
import type { Pixels } from './image-side.ts';

/**
 * Size of an image in its own pixels: what is told of it, and what it has once it is there. A drawing without a size of its
 * own gets that of its box.
 */
export function useNaturalSize(told: Pixels | null): [Pixels | null, (image: HTMLImageElement | null) => void] {
  const [size, setSize] = useState(told);
  const measure = useCallback((image: HTMLImageElement | null) => {
    if (!image) return;
    const read = () => {
      const width = image.naturalWidth || image.clientWidth;
      const height = image.naturalHeight || image.clientHeight;
      if (width > 0 && height > 0) setSize({ width, height });
    };
    if (image.complete) read();
    image.addEventListener('load', read);
  }, []);
  return [size, measure];
}
