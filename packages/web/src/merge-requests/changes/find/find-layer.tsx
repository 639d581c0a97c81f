import { Search } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { boundHotkeys, PLUGGED_HOTKEYS } from '../../../app/hotkey-catalogue.ts';
import { useLayerOpen } from '../../../app/lazy-layer.ts';
import { useHotkeys } from '../../../lib/hotkeys.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useChanges } from '../changes-context.ts';
import { linesOnDemand } from '../more-of-file.ts';
import { findLayer } from './find-switch.ts';
import { KeystrokeBuffer } from './keystroke-buffer.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';

/** Long enough that the files on the screen come first. */
const IDLE_MS = 1_500;

const loadPanel = () => import('./find-panel.tsx');
const ignore = () => undefined;
const FindPanel = lazyPart(loadPanel, () => findLayer.close);

/** The browser's own find is left alone; where it cannot see everything, the reader is told what can. */
function useFindHint(): void {
  const { files, store, views } = useChanges();
  useEffect(() => {
    let isTold = false;
    const onKeyDown = (event: KeyboardEvent) => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'f';
      if (!isFind || isTold) return;
      void import('./find-hint.ts').then(
        ({ showFindHint }) => void (isTold ||= showFindHint(files, store, views)),
        ignore,
      );
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [files, store, views]);
}

/** Find in the whole merge request, loaded when someone looks for something. */
export function FindLayer() {
  const isOpen = useLayerOpen(findLayer);
  useFindHint();
  useEffect(() => {
    // There when the key is pressed, so that what is typed right after it arrives in the panel.
    const idle = setTimeout(() => {
      for (const wanted of [loadPanel(), linesOnDemand()]) wanted.catch(ignore);
    }, IDLE_MS);
    return () => {
      clearTimeout(idle);
      // Another page has nothing to find in.
      findLayer.close();
    };
  }, []);
  return isOpen ? (
    <Suspense fallback={<KeystrokeBuffer />}>
      <FindPanel />
    </Suspense>
  ) : null;
}

/** In the toolbar; the key is that of searching anywhere else. */
export function FindButton() {
  const isOpen = useLayerOpen(findLayer);
  useHotkeys(boundHotkeys(PLUGGED_HOTKEYS, { 'diff.find': findLayer.open }));
  return (
    <IconButton
      icon={Search}
      label="Find in all changes"
      hotkey="diff.find"
      variant="ghost"
      size="sm"
      className="max-sm:-order-1"
      pressed={isOpen}
      onClick={isOpen ? findLayer.close : findLayer.open}
    />
  );
}
