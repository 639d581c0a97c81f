import { type FormEvent, useState } from 'react';
import { showSaved } from '../../app/show-saved.ts';
import { messageOf } from '../../lib/app-error.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Writes one value in a small layer; empty takes it away. */
export function EditValue(props: {
  title: string;
  type: 'date' | 'text';
  inputMode?: 'numeric';
  value: string;
  hint?: string;
  /** Text of the button that opens it. */
  action?: string;
  /** The layer was opened: what is sent from now on is something else than before. */
  onBegin?: () => void;
  save: (value: string) => Promise<unknown>;
}) {
  const { title, type, action = 'Edit' } = props;
  const [isOpen, setOpen] = useState(false);
  const [value, setValue] = useState(props.value);
  const [error, setError] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  const send = async (wanted: string) => {
    setBusy(true);
    setError(undefined);
    try {
      await props.save(wanted);
      await showSaved();
      setOpen(false);
    } catch (failure) {
      setError(messageOf(failure));
    }
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(value.trim());
  };
  return (
    <Popover
      align="end"
      padded
      title={title}
      open={isOpen}
      onOpenChange={(open) => {
        if (open) {
          setValue(props.value);
          props.onBegin?.();
        }
        setError(undefined);
        setOpen(open);
      }}
      trigger={
        <Button size="sm" variant="ghost" aria-label={`${action} ${title.toLowerCase()}`}>
          {action}
        </Button>
      }
    >
      <form className="flex flex-col gap-3" onSubmit={submit} noValidate>
        <TextField
          label={title}
          labelHidden
          type={type}
          inputMode={props.inputMode}
          value={value}
          onValueChange={setValue}
          hint={props.hint}
          error={error}
        />
        <span className="flex gap-2">
          <Button type="submit" size="sm" variant="primary" busy={isBusy}>
            Save
          </Button>
          {props.value !== '' && (
            <Button size="sm" variant="ghost" disabled={isBusy} onClick={() => void send('')}>
              Remove
            </Button>
          )}
        </span>
      </form>
    </Popover>
  );
}
