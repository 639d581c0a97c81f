import { useNavigate } from '../../app/navigation.tsx';
import { usePaletteActions } from '../../app/palette/palette-actions.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';

/** `y` turns the address into the one by commit id, which shows the same for ever; chosen lines stay chosen. */
export function usePermalinkKey(href: string): void {
  const navigate = useNavigate();
  const go = (): void => void navigate(href + window.location.hash, { replace: true, keepScroll: true });
  useHotkeys([{ id: 'repository.permalink', keys: 'y', label: 'Go to permalink', run: go }], {
    scope: 'Repository',
  });
  usePaletteActions([
    { id: 'permalink', text: 'Go to permalink', icon: 'commit', hotkey: 'repository.permalink', run: go },
  ]);
}
