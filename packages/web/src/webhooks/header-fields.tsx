import { Plus, X } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TextField } from '../ui/text-field.tsx';

/** `isStored`: the server has a value and never tells it; an empty field keeps it. */
export type HeaderDraft = { id: number; name: string; value: string; isStored: boolean };

export function draftsOf(names: readonly string[]): HeaderDraft[] {
  return names.map((name, id) => ({ id, name, value: '', isStored: true }));
}

/** What is sent: rows without a name say nothing, a stored row without a value keeps it. */
export function toCustomHeaders(drafts: readonly HeaderDraft[]): { key: string; value?: string }[] {
  return drafts
    .filter((draft) => draft.name.trim() !== '')
    .map(({ name, value, isStored }) => ({ key: name.trim(), ...((value !== '' || !isStored) && { value }) }));
}

/** Names that the server has after it was sent; a new address drops what was stored for the old one. */
export function savedHeaderNames(drafts: readonly HeaderDraft[], isMoved: boolean): string[] {
  return drafts
    .filter((draft) => !(isMoved && draft.isStored && draft.value === ''))
    .map((draft) => draft.name.trim())
    .filter((name) => name !== '');
}

type Props = {
  drafts: readonly HeaderDraft[];
  onChange: (drafts: HeaderDraft[]) => void;
  error: string | undefined;
  /** The stored values will be gone after saving. */
  areDropped: boolean;
};

/** Headers that every call carries besides those of the product, e.g. for a gateway before the receiver. */
export function HeaderFields({ drafts, onChange, error, areDropped }: Props) {
  const patch = (id: number, part: Partial<HeaderDraft>): void =>
    onChange(drafts.map((draft) => (draft.id === id ? { ...draft, ...part } : draft)));
  const add = (): void => {
    const id = Math.max(-1, ...drafts.map((draft) => draft.id)) + 1;
    onChange([...drafts, { id, name: '', value: '', isStored: false }]);
  };
  return (
    <fieldset className="flex flex-col items-start gap-2">
      <legend className="pb-1 font-medium">Custom headers</legend>
      {drafts.map((draft) => (
        <div key={draft.id} className="flex w-full items-center gap-2">
          <TextField
            label="Header name"
            labelHidden
            className="flex-1"
            placeholder="Name"
            readOnly={draft.isStored}
            value={draft.name}
            onValueChange={(name) => patch(draft.id, { name })}
          />
          <TextField
            label={`Value of ${draft.name === '' ? 'the header' : draft.name}`}
            labelHidden
            className="flex-1"
            autoComplete="off"
            placeholder={draft.isStored && !areDropped ? 'Unchanged' : 'Value'}
            value={draft.value}
            onValueChange={(value) => patch(draft.id, { value })}
          />
          <IconButton
            icon={X}
            label={`Remove header ${draft.name}`.trim()}
            onClick={() => onChange(drafts.filter((each) => each.id !== draft.id))}
          />
        </div>
      ))}
      {areDropped && (
        <p className="text-sm text-fg-muted">The URL changed, so the stored values are removed. Enter them again.</p>
      )}
      {error !== undefined && (
        <p role="alert" className="text-sm text-failed">
          {error}
        </p>
      )}
      <Button size="sm" icon={Plus} onClick={add}>
        Add header
      </Button>
    </fieldset>
  );
}
