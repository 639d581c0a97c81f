import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';

/** Stands where the progress would: the marks are not known, and all else can be read meanwhile. */
export function ViewedFilesFailure({ onRetry }: { onRetry: () => Promise<void> }) {
  const again = useRef<HTMLButtonElement>(null);
  const [failures, setFailures] = useState(1);
  const [isBusy, setBusy] = useState(false);
  useLayoutEffect(() => {
    const button = again.current;
    const place = button?.parentElement;
    return () => {
      // The progress comes in its place, and takes the keyboard over from it.
      if (!place || document.activeElement !== button) return;
      place.tabIndex = -1;
      place.focus({ preventScroll: true });
    };
  }, []);
  const retry = async () => {
    setBusy(true);
    await onRetry();
    setBusy(false);
    setFailures((count) => count + 1);
  };
  return (
    <>
      {/* Said anew with each failure. */}
      <span key={failures} role="alert" className="text-failed">
        Viewed files could not be loaded.
      </span>
      <Button ref={again} size="sm" busy={isBusy} onClick={() => void retry()}>
        Try again
      </Button>
    </>
  );
}
