import { type RefObject, useRef, useState } from 'react';
import { messageOf } from '../lib/app-error.ts';
import { api } from '../lib/http.ts';
import { confirm, type ConfirmQuestion } from '../ui/confirm.tsx';
import { focusAfterRow } from './next-focus.ts';
import { reloadPage } from './navigation.tsx';

/**
 * Deletes what a row of a list shows, after asking. What failed is told in the row; with the row focus goes to the next one.
 * `button` stands in the row.
 */
export function useRowRemoval(question: Omit<ConfirmQuestion, 'danger'>): {
  button: RefObject<HTMLButtonElement | null>;
  error: string | null;
  remove: (path: string) => Promise<void>;
} {
  const [error, setError] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const remove = async (path: string): Promise<void> => {
    if (!(await confirm({ ...question, danger: true }))) return;
    setError(null);
    const focusNext = focusAfterRow(button.current);
    try {
      await api.delete(path);
      await reloadPage();
      focusNext();
    } catch (failure) {
      setError(messageOf(failure));
    }
  };
  return { button, error, remove };
}
