import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { ButtonVariant } from './button.tsx';

export type SaveButtonProps = {
  children: ReactNode;
  /** Something has changed that can be saved. */
  ready: boolean;
  busy: boolean;
  variant?: ButtonVariant;
};

/** Submits a form that has changed. With nothing to save it only looks and says so: focus stays on it after saving. */
export function SaveButton({ children, ready, busy, variant = 'primary' }: SaveButtonProps) {
  return (
    <Button
      type="submit"
      variant={variant}
      busy={busy}
      aria-disabled={!ready || undefined}
      className={ready ? undefined : 'cursor-not-allowed!'}
      onClick={(event) => {
        if (!ready) event.preventDefault();
      }}
    >
      {children}
    </Button>
  );
}
