import { Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { messageOf } from '../lib/app-error.ts';
import { api } from '../lib/http.ts';
import { confirm, type ConfirmQuestion } from '../ui/confirm.tsx';
import { IconButton, type IconButtonProps } from '../ui/icon-button.tsx';
import { focusAfterRow } from './next-focus.ts';
import { reloadPage } from './navigation.tsx';

export type RowRemoval = Omit<ConfirmQuestion, 'danger'> & {
  /** Address of what the row shows; null where it may not be deleted. */
  path: string | null;
  /** What the row shows, as it is called. */
  name: string;
  size?: IconButtonProps['size'];
};

/**
 * Deletes what a row of a list shows, after asking. What failed is told in the row; with the row focus goes to the next one.
 * `button` stands in the row, and is null where there is nothing to press.
 */
export function useRowRemoval({ path, name, size, ...question }: RowRemoval): {
  button: ReactNode;
  error: string | null;
} {
  const [error, setError] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const remove = async (address: string): Promise<void> => {
    if (!(await confirm({ ...question, danger: true }))) return;
    setError(null);
    const focusNext = focusAfterRow(button.current);
    try {
      await api.delete(address);
      await reloadPage();
      focusNext();
    } catch (failure) {
      setError(messageOf(failure));
    }
  };
  return {
    error,
    button: path !== null && (
      <IconButton
        ref={button}
        icon={Trash2}
        label={`Delete ${name}`}
        {...(size && { size })}
        onClick={() => void remove(path)}
      />
    ),
  };
}
