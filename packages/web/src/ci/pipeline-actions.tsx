import type { JobAction, PagePipeline } from '@tributary/contract/ci/pipeline-page.ts';
import { CircleSlash, Play, RotateCw } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../lib/app-error.ts';
import { api } from '../lib/http.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { toast } from '../ui/toast.tsx';

type Done = () => void | Promise<void>;

const ICONS: Record<string, LucideIcon> = { play: Play, retry: RotateCw, cancel: CircleSlash };

/** Sends an action of a job or pipeline; a failure is shown and changes nothing. */
export async function runAction(path: string, onDone: Done): Promise<void> {
  try {
    await api.post(path);
    await onDone();
  } catch (error) {
    toast({ text: `An error occurred while making the request. ${messageOf(error)}`, tone: 'failed' });
  }
}

/** Pressed, then disabled until the answer is there. */
function ActionButton({ path, label, icon, onDone }: { path: string; label: string; icon: LucideIcon; onDone: Done }) {
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await runAction(path, onDone);
    setBusy(false);
  };
  return <IconButton icon={icon} label={label} size="sm" disabled={isBusy} onClick={() => void press()} />;
}

/** Runs again what failed, and cancels what is not over. */
export function PipelineActions({ pipeline, onDone }: { pipeline: PagePipeline; onDone: Done }) {
  const { cancel_path: cancel, retry_path: retry } = pipeline;
  if (cancel === undefined && retry === undefined) return null;
  return (
    <span className="inline-flex items-center gap-1">
      {retry !== undefined && (
        <ActionButton path={retry} label="Retry the failed jobs" icon={RotateCw} onDone={onDone} />
      )}
      {cancel !== undefined && (
        <ActionButton path={cancel} label="Cancel the running pipeline" icon={CircleSlash} onDone={onDone} />
      )}
    </span>
  );
}

/** Runs, retries or cancels one job. */
export function JobActionButton({ action, onDone }: { action: JobAction | undefined; onDone: Done }) {
  if (!action) return null;
  return <ActionButton path={action.path} label={action.title} icon={ICONS[action.icon] ?? RotateCw} onDone={onDone} />;
}
