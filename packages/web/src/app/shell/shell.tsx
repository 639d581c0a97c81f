import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { SkipLink } from '../../ui/skip-link.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { railLayer, useLayerOpen } from '../lazy-layer.ts';
import { useShell } from '../navigation.tsx';
import { Announcements } from './announcements.tsx';
import { Rail } from './rail.tsx';
import { ShellActions, ShellHotkeys } from './shell-hotkeys.tsx';
import { TopBar } from './top-bar.tsx';

const RailSheet = lazy(() => import('./rail-sheet.tsx'));

/** A visitor without a place has nothing to navigate: the bar alone is enough. */
function useHasRail(): boolean {
  const shell = useShell();
  return shell.viewer !== null || shell.context !== null || shell.homeNav !== undefined;
}

/** The frame around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const hasRail = useHasRail();
  const isWide = useMediaQuery('(min-width: 900px)');
  const isRailOpen = useLayerOpen(railLayer);
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <ShellHotkeys />
      <ShellActions />
      {hasRail && isWide && <Rail />}
      {hasRail && !isWide && isRailOpen && (
        <Suspense>
          <RailSheet />
        </Suspense>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar hasRail={hasRail} isWide={isWide} />
        <Announcements />
        <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          {children}
        </main>
      </div>
    </div>
  );
}
