import { CloudOff, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export type ErrorStateProps = {
  title?: string;
  text?: ReactNode;
  onRetry?: (() => unknown) | undefined;
  /** Id in the log, to give to an administrator. */
  errorId?: string | null | undefined;
  action?: ReactNode;
};

export function ErrorState({ title = 'This could not be loaded', text, onRetry, errorId, action }: ErrorStateProps) {
  const [busy, setBusy] = useState(false);
  const retry = async (): Promise<void> => {
    setBusy(true);
    try {
      await onRetry?.();
    } finally {
      setBusy(false);
    }
  };
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <CloudOff size={24} strokeWidth={1.5} className="text-failed" aria-hidden />
      <h2 className="text-h3">{title}</h2>
      {text !== undefined && <p className="max-w-120 text-fg-muted">{text}</p>}
      {typeof errorId === 'string' && (
        <p className="text-sm text-fg-faint">
          Error ID <code>{errorId}</code>
        </p>
      )}
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        {onRetry !== undefined && (
          <Button icon={RotateCw} busy={busy} onClick={() => void retry()}>
            Try again
          </Button>
        )}
        {action}
      </div>
    </div>
  );
}
