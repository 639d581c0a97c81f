import { CircleSlash } from 'lucide-react';
import { useState } from 'react';
import { api } from '../lib/http.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { toast } from '../ui/toast.tsx';

/** Cancels the jobs of a pipeline that are not over: pressed, then disabled and loading, then done. */
export function CancelButton({ path, onDone }: { path: string; onDone: () => void | Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await api.post(path);
      await onDone();
    } catch {
      toast({ text: 'An error occurred while making the request.', tone: 'failed' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <IconButton
      icon={CircleSlash}
      label="Cancel the running pipeline"
      size="sm"
      disabled={isBusy}
      onClick={() => void cancel()}
    />
  );
}
