import { useState } from 'react';
import { Button } from './button.tsx';
import { usePendingConfirm } from './confirm.tsx';
import type { PendingConfirm } from './confirm.tsx';
import { Dialog, DialogFooter } from './dialog.tsx';
import { TextField } from './text-field.tsx';

function ConfirmDialog({ question, answer }: PendingConfirm) {
  const [typed, setTyped] = useState('');
  const { title, text, action, cancel = 'Cancel', danger = false, typeToConfirm } = question;
  const isReady = typeToConfirm === undefined || typed === typeToConfirm;
  return (
    <Dialog open onOpenChange={() => answer(false)} title={title} text={text} width="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) answer(true);
        }}
      >
        {typeToConfirm !== undefined && (
          <TextField
            label={`Type ${typeToConfirm} to confirm`}
            value={typed}
            onValueChange={setTyped}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <DialogFooter>
          <Button onClick={() => answer(false)}>{cancel}</Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            disabled={!isReady}
            data-autofocus={(typeToConfirm === undefined && !danger) || undefined}
          >
            {action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** Where the questions of `confirm` appear; the app shows it while one waits. */
export function ConfirmHost() {
  const current = usePendingConfirm();
  return current === null ? null : <ConfirmDialog {...current} />;
}
