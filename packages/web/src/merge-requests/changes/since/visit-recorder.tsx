import { type ReactNode, useEffect } from 'react';
import { afterPaint } from '../../../lib/after-paint.ts';
import { useChanges } from '../changes-context.ts';

/** The server hears of what is looked at, by what comes after the first view. */
export function VisitRecorder({ children }: { children: ReactNode }) {
  const changes = useChanges();
  const { store } = changes;
  useEffect(() => {
    const stop = new AbortController();
    const tell = async () => {
      const { sendVisit } = await import('./send-visit.ts');
      await sendVisit(changes, stop.signal);
    };
    // Not worth a message: the next look is recorded again.
    void afterPaint()
      .then(tell)
      .catch(() => undefined);
    return () => stop.abort();
    // One look for each comparison; its store stands for it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [store]);
  return children;
}
