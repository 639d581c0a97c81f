import { X } from 'lucide-react';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { Button } from '../../ui/button.tsx';
import { type ComboboxOption, OptionList, type OptionLoad } from '../../ui/option-list.tsx';
import { Popover } from '../../ui/popover.tsx';
import { MOST_OPTIONS } from './find-options.tsx';

/** What was picked and what was taken away here, beside which others may have changed more. */
export type Change = { added: string[]; removed: string[] };

const idsOf = (options: readonly ComboboxOption[]) => options.map(({ id }) => id);

/** Picks one thing, which is saved at once, or several, which are saved in one request when the layer closes. */
export function EditChoice(props: {
  title: string;
  value: ComboboxOption[];
  multiple: boolean;
  load: OptionLoad;
  save: (change: Change) => Promise<unknown>;
  /** A key that opens it, with the heading it has in the list of keys. */
  hotkey?: { keys: string; group: string };
}) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(props.value);
  /** As it was when the layer opened; the page may follow others meanwhile. */
  const [before, setBefore] = useState(props.value);
  const [error, setError] = useState<string | undefined>();
  const open = () => {
    setChosen(props.value);
    setBefore(props.value);
    setError(undefined);
    setOpen(true);
  };
  const close = async (picked: readonly ComboboxOption[]) => {
    const [ids, old] = [idsOf(picked), idsOf(before)];
    const added = ids.filter((id) => !old.includes(id));
    const removed = old.filter((id) => !ids.includes(id));
    if (added.length + removed.length === 0) return setOpen(false);
    try {
      await props.save({ added, removed });
      await reloadPage();
      setOpen(false);
    } catch (failure) {
      setError(messageOf(failure));
    }
    return undefined;
  };
  const choose = (picked: ComboboxOption[]) => {
    setChosen(picked);
    // One thing is chosen by one press.
    if (!props.multiple) void close(picked);
  };
  const pick = (option: ComboboxOption) => {
    if (!props.multiple) return choose([option]);
    const others = chosen.filter(({ id }) => id !== option.id);
    return choose(others.length < chosen.length ? others : [...chosen, option]);
  };
  /** What is chosen stands first, however many there are to choose from. */
  const load: OptionLoad = async (query, signal) => {
    const found = await props.load(query, signal);
    if (query !== '') return found;
    const old = idsOf(before);
    return [...before, ...found.filter(({ id }) => !old.includes(id))];
  };
  const { hotkey } = props;
  const name = props.title.toLowerCase();
  useHotkeys(
    hotkey
      ? [
          {
            id: `choice.${hotkey.keys}`,
            label: `Edit ${name}`,
            ...hotkey,
            run: open,
          },
        ]
      : [],
  );
  return (
    <Popover
      align="end"
      title={props.title}
      open={isOpen}
      onOpenChange={(isWanted) => (isWanted ? open() : void close(chosen))}
      trigger={
        <Button size="sm" variant="ghost" aria-label={`Edit ${name}`}>
          Edit
        </Button>
      }
    >
      <OptionList
        label={`Search ${name}`}
        load={load}
        chosen={idsOf(chosen)}
        onPick={pick}
        multiple={props.multiple}
        limit={MOST_OPTIONS}
      />
      {error !== undefined && (
        <p role="alert" className="border-t px-3 py-2 text-sm text-failed">
          {error}
        </p>
      )}
      {chosen.length > 0 && (
        <div className="border-t p-1">
          <Button size="sm" variant="ghost" icon={X} onClick={() => choose([])}>
            {`Clear ${name}`}
          </Button>
        </div>
      )}
    </Popover>
  );
}
