import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { showSaved } from '../../app/show-saved.ts';
import { messageOf } from '../../lib/app-error.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { Button } from '../../ui/button.tsx';
import { type ComboboxOption, OptionList, type OptionLoad } from '../../ui/option-list.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.tsx';
import { MOST_OPTIONS } from './find-options.tsx';

/** What was picked and what was taken away here, beside which others may have changed more. */
export type Change = { added: string[]; removed: string[] };

const idsOf = (options: readonly ComboboxOption[]) => options.map(({ id }) => id);

/** Why it was not saved, with both ways on. */
function NotSaved(props: { error: string; busy: boolean; onRetry: () => void; onDiscard: () => void }) {
  return (
    <div className="flex flex-col gap-2 border-t px-3 py-2">
      <p role="alert" className="text-sm text-failed">
        {props.error}
      </p>
      <div className="flex gap-2">
        <Button size="sm" busy={props.busy} onClick={props.onRetry}>
          Try again
        </Button>
        <Button size="sm" variant="ghost" onClick={props.onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  );
}

/**
 * Picks one thing, which is saved at once, or several, which are saved in one request when the layer closes. What could not
 * be saved keeps it open once; left a second time, it is discarded, and that is told.
 */
export function EditChoice(props: {
  title: string;
  value: ComboboxOption[];
  multiple: boolean;
  load: OptionLoad;
  /** Makes one that is not there yet; for those who may. */
  create?: (name: string) => Promise<ComboboxOption>;
  save: (change: Change) => Promise<unknown>;
  /** A key that opens it, with the heading it has in the list of keys. */
  hotkey?: { keys: string; group: string };
}) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(props.value);
  /** As it was when the layer opened; the page may follow others meanwhile. */
  const [before, setBefore] = useState(props.value);
  const [error, setError] = useState<string | undefined>();
  const isSending = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const name = props.title.toLowerCase();
  const open = () => {
    if (isSending.current) return;
    setChosen(props.value);
    setBefore(props.value);
    setError(undefined);
    setOpen(true);
  };
  const send = async (picked: readonly ComboboxOption[]) => {
    if (isSending.current) return undefined;
    const [ids, old] = [idsOf(picked), idsOf(before)];
    const added = ids.filter((id) => !old.includes(id));
    const removed = old.filter((id) => !ids.includes(id));
    if (added.length + removed.length === 0) return setOpen(false);
    isSending.current = true;
    setBusy(true);
    try {
      await props.save({ added, removed });
      await showSaved();
      setOpen(false);
    } catch (failure) {
      setError(messageOf(failure));
    }
    isSending.current = false;
    return setBusy(false);
  };
  const discard = () => {
    if (isSending.current) return;
    setOpen(false);
    toast({ text: `Changes to ${name} were not saved.`, tone: 'info' });
  };
  const choose = (picked: ComboboxOption[]) => {
    // What is on its way is what was chosen then.
    if (isSending.current) return;
    setChosen(picked);
    setError(undefined);
    // One thing is chosen by one press.
    if (!props.multiple) void send(picked);
  };
  const leave = () => (error === undefined ? void send(chosen) : discard());
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
      onOpenChange={(isWanted) => (isWanted ? open() : leave())}
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
        create={props.create}
      />
      {isBusy && error === undefined && (
        <div className="border-t px-3 py-2">
          <Spinner label="Saving" />
        </div>
      )}
      {error !== undefined && (
        <NotSaved error={error} busy={isBusy} onRetry={() => void send(chosen)} onDiscard={discard} />
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
