import { useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogFooter } from './dialog.tsx';
import { TextField } from './text-field.tsx';

export type ConfirmQuestion = {
  title: string;
  text?: ReactNode;
  /** Text of the button that goes ahead: a verb, `Delete branch`. */
  action: string;
  danger?: boolean;
  /** For what cannot be undone: this text must be typed first. */
  typeToConfirm?: string;
};

type Asked = { question: ConfirmQuestion; answer: (yes: boolean) => void };

let asked: Asked | null = null;
const listeners = new Set<() => void>();

function setAsked(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Resolves true when the person goes ahead. A second question answers the first with no. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  asked?.answer(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  setAsked({
    question,
    answer: (yes) => {
      setAsked(null);
      resolve(yes);
    },
  });
  return promise;
}

export function useConfirm(): typeof confirm {
  return confirm;
}

function ConfirmDialog({ question, answer }: Asked) {
  const [typed, setTyped] = useState('');
  const { title, text, action, danger = false, typeToConfirm } = question;
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
            autoFocus
            spellCheck={false}
          />
        )}
        <DialogFooter>
          <Button onClick={() => answer(false)}>Cancel</Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            disabled={!isReady}
            autoFocus={typeToConfirm === undefined && !danger}
          >
            {action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Once in the app: where the questions appear. */
export function ConfirmHost() {
  const current = useSyncExternalStore(subscribe, () => asked);
  return current === null ? null : <ConfirmDialog {...current} />;
}
