import type { RunnerCard, RunnerScope } from '@tributary/contract/ci/runners-page.ts';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { confirm } from '../../ui/confirm.tsx';
import { runnerName } from './runner-parts.tsx';

/** What can be done to a runner in a list; a failure is told beside it. */
export function useRunnerActions(runner: RunnerCard, scope: RunnerScope) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (action: () => Promise<unknown>): Promise<boolean> => {
    setError(null);
    setBusy(true);
    try {
      await action();
      await reloadPage();
      return true;
    } catch (failure) {
      setError(messageOf(failure));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const assigned = `/api/v4/projects/${scope.id}/runners`;
  return {
    error,
    isBusy,
    setPaused: (paused: boolean) => run(() => api.put(`/api/v4/runners/${runner.id}`, { body: { paused } })),
    assign: () => run(() => api.post(assigned, { body: { runner_id: runner.id } })),
    unassign: () => run(() => api.delete(`${assigned}/${runner.id}`)),
    remove: async (then?: () => Promise<void>) => {
      const question = {
        title: `Delete ${runnerName(runner)}?`,
        text: 'Its token stops working. Jobs that it is running fail.',
        action: 'Delete runner',
        danger: true,
      };
      if (!(await confirm(question))) return;
      if (then === undefined) await run(() => api.delete(`/api/v4/runners/${runner.id}`));
      else await run(() => api.delete(`/api/v4/runners/${runner.id}`).then(then));
    },
  };
}
