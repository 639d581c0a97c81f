import type { AccessRequestState } from '@tributary/contract/projects/page.ts';
import { useState } from 'react';
import { reloadPage, useShell } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { Button } from '../../ui/button.tsx';
import { removeAccessRequest, requestAccess } from './commands.ts';

export type RequestAccessButtonProps = { place: { kind: 'project' | 'group'; id: number }; state: AccessRequestState };

/** Asks for a role where the viewer has none, or takes that back. */
export function RequestAccessButton({ place, state }: RequestAccessButtonProps) {
  const { viewer } = useShell();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (state === null || viewer === null) return null;
  const change = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await (state === 'requestable' ? requestAccess(place) : removeAccessRequest(place, viewer.id));
      await reloadPage();
    } catch (failure) {
      setProblem(messageOf(failure));
    }
    setBusy(false);
  };
  return (
    <span className="inline-flex items-center gap-2">
      {problem !== null && (
        <span role="alert" className="text-sm text-failed">
          {problem}
        </span>
      )}
      <Button busy={isBusy} onClick={() => void change()}>
        {state === 'requestable' ? 'Request access' : 'Withdraw access request'}
      </Button>
    </span>
  );
}
