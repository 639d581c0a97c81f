import { useNavigate } from '../../app/navigation.tsx';
import { usePaletteActions } from '../../app/palette/palette-actions.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { bufferKeystrokes } from '../editor/keystroke-buffer.ts';

/** `t` and the palette lead to the file finder from every page of the repository. */
export function useFindFileKey(href: string): void {
  const navigate = useNavigate();
  const go = (): void => {
    bufferKeystrokes();
    void navigate(href);
  };
  useHotkeys([{ id: 'repository.find-file', keys: 't', label: 'Find a file', run: go }], {
    scope: 'Repository',
  });
  usePaletteActions([{ id: 'find-file', text: 'Find a file', icon: 'search', hotkey: 'repository.find-file', href }]);
}
