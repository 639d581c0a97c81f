import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Button, type ButtonSize } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';

type Props = { projectId: number; jobId: number; size?: ButtonSize };

/** Keeps the files of a job for good. */
export function KeepButton({ projectId, jobId, size = 'md' }: Props) {
  const [isBusy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    try {
      await api.post(`/api/v4/projects/${projectId}/jobs/${jobId}/artifacts/keep`);
      await reloadPage();
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size={size} busy={isBusy} onClick={() => void keep()}>
      Keep
    </Button>
  );
}
