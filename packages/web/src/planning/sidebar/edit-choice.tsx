import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Popover } from '../../ui/popover.tsx';

/** Picks several things and saves them in one request when the layer closes. */
export function EditChoice(props: {
  title: string;
  value: ComboboxOption[];
  multiple: boolean;
  load: (query: string, signal: AbortSignal) => Promise<ComboboxOption[]>;
  save: (ids: string[]) => Promise<unknown>;
  /** A key that opens it, with the heading it has in the list of keys. */
  hotkey?: { keys: string; group: string };
}) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(props.value);
  const [error, setError] = useState<string | undefined>();
  const close = async (open: boolean) => {
    if (open) {
      setChosen(props.value);
      setError(undefined);
      return setOpen(true);
    }
    const ids = chosen.map((option) => option.id);
    const isSame = ids.join() === props.value.map((option) => option.id).join();
    if (isSame) return setOpen(false);
    try {
      await props.save(ids);
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
