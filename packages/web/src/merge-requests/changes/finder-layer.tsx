import { Suspense } from 'react';
import { useLayerOpen } from '../../app/lazy-layer.ts';
import { finderLayer } from './finder-switch.ts';
import { loadedLater } from '../../ui/loaded-later.tsx';

const FileFinder = loadedLater(
  () => import('./file-finder.tsx'),
  () => finderLayer.close,
);

/** The finder, loaded when somebody looks for a file. */
export function FinderLayer() {
  return useLayerOpen(finderLayer) ? (
    <Suspense fallback={null}>
      <FileFinder />
    </Suspense>
  ) : null;
}
