import { lazy, Suspense } from 'react';
import { useLayerOpen } from '../../app/lazy-layer.ts';
import { finderLayer } from './finder-switch.ts';

const FileFinder = lazy(() => import('./file-finder.tsx'));

/** The finder, loaded when somebody looks for a file. */
export function FinderLayer() {
  return useLayerOpen(finderLayer) ? (
    <Suspense fallback={null}>
      <FileFinder />
    </Suspense>
  ) : null;
}
