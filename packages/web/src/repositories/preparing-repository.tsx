import { useState } from 'react';
import { reloadPage } from '../app/navigation.tsx';
import { isAppError, messageOf } from '../lib/app-error.ts';
import { usePolling } from '../lib/polling.ts';
import { useRealtime } from '../lib/realtime.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';

/** Waits for the repository; the page turns into the project by itself. */
export function PreparingRepository(props: { topic: string; isFork: boolean; pollMs: number }) {
  const { topic, isFork, pollMs } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const look = async (): Promise<void> => {
    try {
      await reloadPage();
      setProblem(null);
    } catch (error) {
      if (!isAppError(error) || error.code !== 'aborted') setProblem(messageOf(error));
    }
  };
  useRealtime(topic, () => void look());
  usePolling(pollMs < 0 ? null : { intervalMs: pollMs, poll: look });
  return (
    <div className="mx-auto max-w-100 py-16 text-center">
      <h2 className="mb-2 text-h3">{isFork ? 'Forking the repository' : 'Preparing the repository'}</h2>
      <p className="mb-4 text-fg-muted">You can leave this page. The files appear here when they are ready.</p>
      <ProgressBar value={null} label={isFork ? 'Forking' : 'Preparing'} labelHidden />
      {problem !== null && (
        <p role="alert" className="mt-3 text-sm text-failed">
          {problem}
        </p>
      )}
    </div>
  );
}
