import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { ButtonVariant } from '../../ui/button.tsx';

/** A button whose act may fail: busy while it runs, and the failure is told beside it. */
export function ActionButton(props: {
  children: ReactNode;
  run: () => Promise<void>;
  variant?: ButtonVariant;
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
      <Button {...(props.variant && { variant: props.variant })} busy={isBusy} onClick={() => void press()}>
        {props.children}
      </Button>
    </>
  );
}
