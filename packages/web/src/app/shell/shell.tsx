import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { railLayer, useLayerOpen } from '../lazy-layer.ts';
import { useNavigatorState, useShell } from '../navigation.tsx';
import { Rail } from './rail.tsx';
import { ShellHotkeys } from './shell-hotkeys.tsx';
import { TopBar } from './top-bar.tsx';

const MaintenanceBanner = lazyPart(() => import('./maintenance-banner.tsx'));
const RailSheet = lazyPart(
  () => import('./rail-sheet.tsx'),
  () => railLayer.close,
);

/** A visitor without a place has nothing to navigate: the bar alone is enough. */
function useHasRail(): boolean {
  const shell = useShell();
  return shell.viewer !== null || shell.context !== null || shell.homeNav !== undefined;
}

/** Pages that stand alone: one thing to do for someone who is not signed in, and nothing that leads away from it. */
const alone: ReadonlySet<string> = new Set([
  'sign_in',
  'sign_in_second_factor',
  'sign_up',
  'password_reset_request',
  'password_reset',
  'email_confirmation',
  'leave_mail',
]);

/** The frame around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { kind } = useNavigatorState().page;
  if (!alone.has(kind)) return <FullShell>{children}</FullShell>;
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      {children}
    </main>
  );
}

function FullShell({ children }: { children: ReactNode }) {
  const hasRail = useHasRail();
  const { maintenance } = useShell().instance;
  const isWide = useMediaQuery('(min-width: 900px)');
  const isRailOpen = useLayerOpen(railLayer);
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <ShellHotkeys />
      {hasRail && isWide && <Rail />}
      {hasRail && !isWide && isRailOpen && (
        <Suspense>
          <RailSheet />
        </Suspense>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar hasRail={hasRail} isWide={isWide} />
        {maintenance && (
          <Suspense>
            <MaintenanceBanner text={maintenance} />
          </Suspense>
        )}
        <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          {children}
        </main>
      </div>
    </div>
  );
}
