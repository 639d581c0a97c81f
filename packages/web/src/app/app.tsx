import { createElement, Suspense, useEffect, useSyncExternalStore } from 'react';
import { listenForHotkeys } from '../lib/hotkeys.ts';
import { preloadMenus } from '../ui/menu.tsx';
import { ToastRegion } from '../ui/toast.tsx';
import { lazyPart, useLoaded } from '../ui/lazy-part.tsx';
import { tooltipStore } from '../ui/tooltip-store.ts';
import { answerNo, usePendingConfirm } from '../ui/confirm.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { helpLayer, paletteLayer, useLayerOpen } from './lazy-layer.ts';
import { interceptLinks } from './link-interception.ts';
import { NavigationProvider, useShell } from './navigation.tsx';
import type { Navigator } from './navigator.ts';
import { LoadingLine, PageOutlet } from './page-outlet.tsx';
import { preloadRegistry } from './page-modules.ts';
import { Shell } from './shell/shell.tsx';
import { ViewerItems } from './shell/viewer-menu.tsx';
import { listenForExpiredSession, useIsSignInRequired } from './sign-in-again.ts';
import { applyPreferences } from './preferences.ts';
import { applyTheme } from './theme.ts';

const loadTooltips = async () => ({ default: (await import('../ui/tooltip-layer.tsx')).TooltipLayer });
const Palette = lazyPart(
  () => import('./palette/palette.tsx'),
  () => paletteLayer.close,
);
const HelpSheet = lazyPart(
  () => import('./shell/help-sheet.tsx'),
  () => helpLayer.close,
);
const SignInAgainDialog = lazyPart(() => import('./sign-in-again-dialog.tsx'));
const ConfirmHost = lazyPart(
  async () => ({ default: (await import('../ui/confirm-dialog.tsx')).ConfirmHost }),
  () => answerNo,
);

/** Layers over the page, each loaded when it is needed for the first time. */
function Layers({ navigator }: { navigator: Navigator }) {
  const isPaletteOpen = useLayerOpen(paletteLayer);
  const isHelpOpen = useLayerOpen(helpLayer);
  const isSignInAsked = useIsSignInRequired();
  const isAsked = usePendingConfirm() !== null;
  return (
    <Suspense>
      {isPaletteOpen && <Palette />}
      {isHelpOpen && <HelpSheet />}
      {isAsked && <ConfirmHost />}
      {isSignInAsked && <SignInAgainDialog navigator={navigator} />}
    </Suspense>
  );
}

/** Loaded when the first one is to be shown, or when there is nothing else to do. */
function Tooltips() {
  const isShown = useSyncExternalStore(tooltipStore.subscribe, tooltipStore.read) !== null;
  const layer = useLoaded(loadTooltips, isShown);
  return layer && createElement(layer);
}

/** Nothing to see: applies what the user prefers, wherever the change came from. */
function PreferencesKeeper() {
  const preferences = useShell().viewer?.preferences;
  const theme = preferences?.theme ?? 'system';
  useEffect(() => applyTheme(theme), [theme]);
  const tabWidth = preferences?.['tab_width'];
  const relativeTimes = preferences?.['relative_times'];
  const shortcuts = preferences?.['keyboard_shortcuts'];
  const hotkeys = preferences?.['hotkeys'];
  useEffect(
    () => applyPreferences({ tabWidth, relativeTimes, shortcuts, hotkeys }),
    [tabWidth, relativeTimes, shortcuts, hotkeys],
  );
  return null;
}

/** What most visits need soon, once the first view is drawn. */
function preloadWhenIdle(): () => void {
  const preload = (): void => {
    // Whoever opens a menu or another page asks again.
    for (const wanted of [
      preloadMenus(),
      ViewerItems.preload(),
      ConfirmHost.preload(),
      preloadRegistry(),
      loadTooltips(),
    ])
      wanted.catch(() => undefined);
  };
  // Safari has no idle callback; a pause after the first view does as well.
  const timer = setTimeout(preload, 1_500);
  return () => clearTimeout(timer);
}

export function App({ navigator }: { navigator: Navigator }) {
  useEffect(() => {
    const removals = [
      interceptLinks(navigator),
      listenForHotkeys(),
      listenForExpiredSession(navigator),
      preloadWhenIdle(),
    ];
    return () => {
      for (const remove of removals) remove();
    };
  }, [navigator]);
  return (
    <NavigationProvider navigator={navigator}>
      <ErrorBoundary>
        <PreferencesKeeper />
        <LoadingLine />
        <Shell>
          <PageOutlet navigator={navigator} />
        </Shell>
        <Layers navigator={navigator} />
      </ErrorBoundary>
      <ToastRegion />
      <Tooltips />
    </NavigationProvider>
  );
}
