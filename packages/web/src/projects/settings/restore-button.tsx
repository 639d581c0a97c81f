import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';

/** Takes the mark for deletion away; `path` is that of the project or group in the REST API. */
export function RestoreButton({ path }: { path: string }) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    setError(null);
    try {
      await api.post(`${path}/restore`);
      await reloadPage();
    } catch (failure) {
      setError(messageOf(failure));
    }
    setBusy(false);
  };
  return (
    <>
      <Button busy={isBusy} onClick={() => void restore()}>
        Restore
      </Button>
      <RowProblem text={error} />
    </>
  );
}
