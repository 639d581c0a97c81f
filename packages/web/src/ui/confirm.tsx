import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';

export type ConfirmQuestion = {
  title: string;
  text?: ReactNode;
  /** Text of the button that goes ahead: a verb, `Delete branch`. */
  action: string;
  /** Text of the button that leaves things as they are; `Cancel` when missing. */
  cancel?: string;
  danger?: boolean;
  /** For what cannot be undone: this text must be typed first. */
  typeToConfirm?: string;
};

export type PendingConfirm = { question: ConfirmQuestion; answer: (yes: boolean) => void };

let asked: PendingConfirm | null = null;
const listeners = new Set<() => void>();

function setAsked(next: PendingConfirm | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Resolves true when the user goes ahead. A second question answers the first with no. */
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

/** For a question that could not be shown. */
export function answerNo(): void {
  asked?.answer(false);
}

export function useConfirm(): typeof confirm {
  return confirm;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The question that waits for an answer. */
export function usePendingConfirm(): PendingConfirm | null {
  return useSyncExternalStore(subscribe, () => asked);
}
