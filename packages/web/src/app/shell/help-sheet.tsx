import { useEffect, useState } from 'react';
import { isHotkeyRemapped, remapHotkey, useHotkeySheet } from '../../lib/hotkeys.ts';
import { keyOf } from '../../lib/hotkey-registry.ts';
import { parseBoolean, useStored } from '../../lib/storage.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Switch } from '../../ui/switch.tsx';
import { helpLayer } from '../lazy-layer.ts';
import { changeShortcuts } from '../preferences.ts';

type SheetRow = ReturnType<typeof useHotkeySheet>[number];

/** Takes the next key that is pressed; Escape leaves it as it was, Backspace switches the shortcut off. */
function useKeyCapture(id: string | null, done: () => void): void {
  useEffect(() => {
    if (id === null) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (['Control', 'Shift', 'Alt', 'Meta', 'AltGraph'].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Backspace') remapHotkey(id, '');
      else if (event.key !== 'Escape') remapHotkey(id, keyOf(event));
      done();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [id, done]);
}

function Row({ row, isCapturing, onChange }: { row: SheetRow; isCapturing: boolean; onChange: () => void }) {
  return (
    <li className="flex min-h-7 items-center gap-3 border-b py-0.5 last:border-b-0">
      <span className="min-w-0 flex-1">{row.label}</span>
      {isHotkeyRemapped(row.id) && !isCapturing && (
        <Button size="sm" variant="ghost" onClick={() => remapHotkey(row.id, null)}>
          Reset
        </Button>
      )}
      <button
        type="button"
        onClick={onChange}
        aria-label={`Change the keys of ${row.label}`}
        className="control flex min-h-6 items-center gap-2 rounded-sm px-1 hover:bg-hover"
      >
        {isCapturing ? (
          <span className="text-sm text-accent-fg">Press keys</span>
        ) : row.keys.length === 0 ? (
          <span className="text-sm text-fg-faint">Off</span>
        ) : (
          row.keys.map((keys) => <Kbd key={keys} keys={keys} />)
        )}
      </button>
    </li>
  );
}

/** Every shortcut that works on this page, and the place to change them. */
export default function HelpSheet() {
  const rows = useHotkeySheet();
  const [capturing, setCapturing] = useState<string | null>(null);
  const [enabled] = useStored('hotkeys.enabled', true, parseBoolean);
  const [stop] = useState(() => () => setCapturing(null));
  useKeyCapture(capturing, stop);
  const groups = Map.groupBy(rows, (row) => row.group);
  return (
    <Dialog
      open
      onOpenChange={helpLayer.close}
      title="Keyboard shortcuts"
      text="Choose the keys of a shortcut to change them. Backspace switches it off."
      width="lg"
    >
      <Switch label="Shortcuts are on" checked={enabled} onCheckedChange={changeShortcuts} className="mb-3" />
      <div className="gap-8 sm:columns-2">
        {[...groups].map(([group, items]) => (
          <section key={group} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-h3">{group}</h3>
            <ul>
              {items.map((row) => (
                <Row key={row.id} row={row} isCapturing={capturing === row.id} onChange={() => setCapturing(row.id)} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
