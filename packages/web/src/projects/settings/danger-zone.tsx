import { type ReactNode, useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { Button } from '../../ui/button.tsx';
import { confirm, type ConfirmQuestion } from '../../ui/confirm.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { SettingsRow } from '../../ui/section.tsx';

export type DangerProps = {
  title: string;
  hint: ReactNode;
  action: string;
  question: ConfirmQuestion;
  run: () => Promise<unknown>;
  danger?: boolean;
  control?: ReactNode;
  disabled?: boolean;
};

/** An act that is hard to undo: asks first, and says beside it why it failed. */
export function Danger(props: DangerProps) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    if (!(await confirm(props.question))) return;
    setBusy(true);
    setError(null);
    try {
      await props.run();
    } catch (failure) {
      setError(messageOf(failure));
    }
    setBusy(false);
  };
  return (
    <SettingsRow
      title={props.title}
      hint={
        <>
          {props.hint}
          <RowProblem text={error} />
        </>
      }
      control={
        <>
          {props.control}
          <Button
            variant={props.danger ? 'danger' : 'secondary'}
            busy={isBusy}
            disabled={props.disabled ?? false}
            onClick={() => void press()}
          >
            {props.action}
          </Button>
        </>
      }
    />
  );
}
