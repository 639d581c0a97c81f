import { type AutosaveVersion, autosavesPath } from '@tributary/contract/discussions/autosaves.ts';
import { History } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyPopover } from '../../ui/lazy-popover.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { TextSlot } from './use-autosaved-text.ts';

type State = { versions: readonly AutosaveVersion[] | null; error: string | null };

function Versions({ state, onRestore }: { state: State; onRestore: (text: string) => void }) {
  if (state.error !== null) return <p role="alert">{state.error}</p>;
  if (state.versions === null) return <Spinner label="Loading draft history" />;
  if (state.versions.length === 0) {
    return <p className="text-fg-muted">No earlier drafts. You can restore discarded or overwritten text here.</p>;
  }
  return (
    <ul className="flex max-h-80 flex-col gap-1 overflow-auto">
      {state.versions.map((version) => (
        <li key={version.id} className="flex items-start gap-2 rounded-md border p-2">
          <span className="min-w-0 flex-1">
            <span className="block text-sm text-fg-muted">
              <Time value={version.saved_at} />
            </span>
            <span dir="auto" className="line-clamp-3 break-words whitespace-pre-wrap">
              {version.text}
            </span>
          </span>
          <Button size="sm" onClick={() => onRestore(version.text)}>
            Restore
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Earlier states of the text being written; `of`: which, where several stand beside each other. */
export function TextHistory(props: { slot: NonNullable<TextSlot>; of?: string; onRestore: (text: string) => void }) {
  const { slot, of, onRestore } = props;
  const title = of === undefined ? 'Draft history' : `Draft history of the ${of}`;
  const [isOpen, setOpen] = useState(false);
  const [state, setState] = useState<State>({ versions: null, error: null });
  const change = (open: boolean) => {
    setOpen(open);
    if (!open) return;
    setState({ versions: null, error: null });
    api
      .get<AutosaveVersion[]>(`${autosavesPath}/history`, { query: slot })
      .then((versions) => setState({ versions, error: null }))
      .catch((error: unknown) => setState({ versions: null, error: messageOf(error) }));
  };
  return (
    <LazyPopover
      align="end"
      title={title}
      padded
      open={isOpen}
      onOpenChange={change}
      trigger={<IconButton icon={History} label={title} variant="ghost" size="sm" />}
    >
      <Versions
        state={state}
        onRestore={(text) => {
          onRestore(text);
          setOpen(false);
        }}
      />
    </LazyPopover>
  );
}
