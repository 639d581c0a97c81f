import { useState } from 'react';
import { isAppError, messageOf } from '../../lib/app-error.ts';
import { Banner } from '../../ui/banner.tsx';

export type Actions = {
  /** What failed last, to be shown where it happened. */
  problem: string | null;
  /** Key of what is under way. */
  busy: string | null;
  /** Runs one change at a time; true when it worked. */
  run: (key: string, change: () => Promise<void>) => Promise<boolean>;
  dismiss: () => void;
};

/** State of buttons that change something at once. */
export function useActions(): Actions {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const run = async (key: string, change: () => Promise<void>): Promise<boolean> => {
    if (busy !== null) return false;
    setBusy(key);
    setProblem(null);
    try {
      await change();
      return true;
    } catch (error) {
      if (!isAppError(error)) reportError(error); // A bug of ours: the user gets the general sentence.
      setProblem(messageOf(error));
      return false;
    } finally {
      setBusy(null);
    }
  };
  return { problem, busy, run, dismiss: () => setProblem(null) };
}

export function ActionProblem({ actions, className }: { actions: Actions; className?: string }) {
  if (actions.problem === null) return null;
  return (
    <Banner tone="danger" live onDismiss={actions.dismiss} {...(className === undefined ? {} : { className })}>
      {actions.problem}
    </Banner>
  );
}
