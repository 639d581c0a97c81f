import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import { ACTS, type DeploymentAct, failureOf, performAct } from './deployment-actions.ts';

type Props = {
  act: DeploymentAct;
  path: string;
  onDone: () => void | Promise<void>;
  /** Shown instead of the name of the act. */
  label?: string;
  /** What follows from it. */
  text?: string;
};

/** Asks, acts, and tells why it did not work. */
export function ActButton({ act, path, onDone, label, text }: Props) {
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      if (await performAct(act, path, text)) await onDone();
    } catch (error) {
      toast({ text: failureOf(act, error), tone: 'failed' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="sm"
      variant="secondary"
      busy={isBusy}
      {...(isBusy && { title: ACTS[act].busy })}
      onClick={() => void press()}
    >
      {label ?? (act === 'stop' ? 'Stop' : ACTS[act].action)}
    </Button>
  );
}
