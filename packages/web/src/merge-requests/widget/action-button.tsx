import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { ButtonSize, ButtonVariant } from '../../ui/button.tsx';

/** A button whose act may fail: busy while it runs, and the failure is told beside it. */
export function ActionButton(props: {
  children: ReactNode;
  run: () => Promise<void>;
  variant?: ButtonVariant;
  size?: ButtonSize;
  failure?: string;
}) {
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const press = async () => {
    setBusy(true);
    setFailed(false);
    try {
      await props.run();
    } catch {
      setFailed(true);
    }
    setBusy(false);
  };
  return (
    <>
      {hasFailed && (
        <span role="alert" className="text-sm text-failed">
          {props.failure ?? 'Something went wrong. Please try again.'}
        </span>
      )}
      <Button variant={props.variant} size={props.size} busy={isBusy} onClick={() => void press()}>
        {props.children}
      </Button>
    </>
  );
}
