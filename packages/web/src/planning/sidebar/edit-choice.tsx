import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Popover } from '../../ui/popover.tsx';

type Change = { added: string[]; removed: string[] };

const idsOf = (options: readonly ComboboxOption[]) => options.map(({ id }) => id);

/** Picks several things and saves them in one request when the layer closes. */
export function EditChoice(props: {
  title: string;
  value: ComboboxOption[];
  multiple: boolean;
  load: (query: string, signal: AbortSignal) => Promise<ComboboxOption[]>;
  /** `change`: what was picked and what was taken away here, beside which others may have changed more. */
  save: (ids: string[], change: Change) => Promise<unknown>;
  /** A key that opens it, with the heading it has in the list of keys. */
  hotkey?: { keys: string; group: string };
}) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(props.value);
  /** As it was when the layer opened; the page may follow others meanwhile. */
  const [before, setBefore] = useState(props.value);
  const [error, setError] = useState<string | undefined>();
  const close = async (open: boolean) => {
    if (open) {
      setChosen(props.value);
      setBefore(props.value);
      setError(undefined);
      return setOpen(true);
    }
    const [ids, old] = [idsOf(chosen), idsOf(before)];
    const added = ids.filter((id) => !old.includes(id));
    const removed = old.filter((id) => !ids.includes(id));
    if (added.length + removed.length === 0) return setOpen(false);
    const kept = idsOf(props.value).filter((id) => !removed.includes(id) && !added.includes(id));
    try {
      await props.save(props.multiple ? [...kept, ...added] : ids, { added, removed });
      await reloadPage();
      setOpen(false);
    } catch (failure) {
      setError(messageOf(failure));
    }
    return undefined;
  };
  const { hotkey } = props;
  useHotkeys(
    hotkey
      ? [
          {
            id: `choice.${hotkey.keys}`,
            label: `Edit ${props.title.toLowerCase()}`,
            ...hotkey,
            run: () => void close(true),
          },
        ]
      : [],
  );
  return (
    <Popover
      align="end"
      padded
      title={props.title}
      open={isOpen}
      onOpenChange={(open) => void close(open)}
      trigger={
        <Button size="sm" variant="ghost" aria-label={`Edit ${props.title.toLowerCase()}`}>
          Edit
        </Button>
      }
    >
      <Combobox
        label={props.title}
        labelHidden
        multiple={props.multiple}
        value={chosen}
        onValueChange={setChosen}
        load={props.load}
        error={error}
        placeholder="Search"
      />
    </Popover>
  );
}
