import { useEffect, useId, useState } from 'react';
import { isWritingKey, keyOf } from '../../lib/hotkey-registry.ts';
import { clashingHotkey, isHotkeyRemapped, type ListedHotkey } from '../../lib/hotkey-sheet.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { changeHotkey } from '../change-hotkeys.ts';

type Clash = { id: string; text: string };

/** They walk the page and press what is on it, for everyone who has no pointer. */
const RESERVED = ['tab', 'shift+tab', 'enter', 'space'];

/** Why a shortcut cannot have these keys. */
function problemWith(id: string, keys: string, all: readonly ListedHotkey[]): string | undefined {
  if (RESERVED.includes(keys)) return 'These keys are reserved for keyboard navigation. Choose others.';
  if (isWritingKey(keys) && all.find((each) => each.id === id)?.inInputs === true)
    return 'This shortcut works while you type. Use a combination with Ctrl, Alt or Cmd.';
  const taken = clashingHotkey(id, keys, all);
  return taken && `These keys are already used for “${taken.label}”. Change that shortcut first.`;
}

/** Takes the next key that is pressed; Escape leaves it as it was, Backspace switches the shortcut off. */
function useKeyCapture(id: string | null, all: readonly ListedHotkey[], done: (clash: Clash | null) => void): void {
  useEffect(() => {
    if (id === null) return undefined;
    const take = (event: KeyboardEvent): Clash | null => {
      if (event.key === 'Escape') return null;
      const keys = event.key === 'Backspace' ? '' : keyOf(event);
      const text = keys === '' ? undefined : problemWith(id, keys, all);
      if (text !== undefined) return { id, text };
      changeHotkey(id, keys);
      return null;
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (['Control', 'Shift', 'Alt', 'Meta', 'AltGraph'].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      done(take(event));
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [id, all, done]);
}

type RowProps = { row: ListedHotkey; isCapturing: boolean; clash: string | null; onChange: () => void };

function HotkeyRow({ row, isCapturing, clash, onChange }: RowProps) {
  const id = useId();
  return (
    <li className="border-b py-0.5 last:border-b-0">
      <div className="flex min-h-7 items-center gap-3">
        <span id={`${id}-label`} className="min-w-0 flex-1">
          {row.label}
        </span>
        {isHotkeyRemapped(row.id) && !isCapturing && (
          <Button size="sm" variant="ghost" onClick={() => changeHotkey(row.id, null)}>
            Reset
          </Button>
        )}
        <button
          type="button"
          onClick={onChange}
          aria-labelledby={`${id}-act ${id}-label ${id}-keys`}
          className="control flex min-h-6 items-center gap-2 rounded-sm px-1 hover:bg-hover"
        >
          <VisuallyHidden id={`${id}-act`}>Change shortcut for</VisuallyHidden>
          <span id={`${id}-keys`} className="flex items-center gap-2">
            {isCapturing ? (
              <span className="text-sm text-accent-fg">Press keys</span>
            ) : row.keys.length === 0 ? (
              <span className="text-sm text-fg-faint">Off</span>
            ) : (
              row.keys.map((keys) => <Kbd key={keys} keys={keys} />)
            )}
          </span>
        </button>
      </div>
      {clash !== null && (
        <p role="alert" className="pb-1 text-sm text-failed">
          {clash}
        </p>
      )}
    </li>
  );
}

/** Shortcuts by group, each with a button that takes other keys for it. */
export function HotkeyRows({ rows }: { rows: readonly ListedHotkey[] }) {
  const [capturing, setCapturing] = useState<string | null>(null);
  const [clash, setClash] = useState<Clash | null>(null);
  const [done] = useState(() => (found: Clash | null) => {
    setCapturing(null);
    setClash(found);
  });
  useKeyCapture(capturing, rows, done);
  const groups = Map.groupBy(rows, (row) => row.group);
  return (
    <div className="gap-8 sm:columns-2">
      {[...groups].map(([group, items]) => (
        <section key={group} className="mb-4 break-inside-avoid">
          <h3 className="mb-1 text-h3">{group}</h3>
          <ul>
            {items.map((row) => (
              <HotkeyRow
                key={row.id}
                row={row}
                isCapturing={capturing === row.id}
                clash={clash?.id === row.id ? clash.text : null}
                onChange={() => {
                  setClash(null);
                  setCapturing(row.id);
                }}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
