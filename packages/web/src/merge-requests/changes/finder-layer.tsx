import { Suspense } from 'react';
import { useLayerOpen } from '../../app/lazy-layer.ts';
import { finderLayer } from './finder-switch.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const FileFinder = lazyPart(
  () => import('./file-finder.tsx'),
  () => finderLayer.close,
);

/** The finder, loaded when someone looks for a file. */
export function FinderLayer() {
  return useLayerOpen(finderLayer) ? (
    <Suspense fallback={null}>
      <FileFinder />
    </Suspense>
  ) : null;
}
