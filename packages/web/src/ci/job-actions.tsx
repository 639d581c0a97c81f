import type { JobPageData } from '@tributary/contract/ci/job-page.ts';
import { CircleSlash, Eraser, Play, RotateCw, TimerOff, Variable } from 'lucide-react';
import { useState } from 'react';
import { reloadPage, useNavigate } from '../app/navigation.tsx';
import { messageOf } from '../lib/app-error.ts';
import { api } from '../lib/http.ts';
import { Button } from '../ui/button.tsx';
import { confirm, type ConfirmQuestion } from '../ui/confirm.tsx';
import { toast } from '../ui/toast.tsx';
import { JobVariablesDialog } from './run/job-variables-dialog.tsx';

type Verb = 'play' | 'retry' | 'unschedule' | 'cancel' | 'erase';

const QUESTIONS: Partial<Record<Verb, (name: string) => ConfirmQuestion>> = {
  cancel: (name) => ({
    title: `Cancel ${name}?`,
    text: 'The runner stops the job. You can run it again later.',
    action: 'Cancel job',
    cancel: 'Keep running',
    danger: true,
  }),
  erase: (name) => ({
    title: `Erase ${name}?`,
    text: 'The log and all artifacts of this job are removed. This cannot be undone.',
    action: 'Erase job',
    danger: true,
  }),
};

/** What can be done to the job; each button is there when it would not be refused. */
export function JobActions({ data: { can, job, projectPath, variables } }: { data: JobPageData }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState<Verb | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const start = can.play ? 'play' : 'retry';
  const startText = can.play ? 'Run' : job.state === 'success' ? 'Run again' : 'Retry';
  const send = async (verb: Verb, body?: object): Promise<void> => {
    const jobs = `/${projectPath}/-/jobs`;
    const { id } = await api.post<{ id: number }>(`${jobs}/${job.id}/${verb}`, { body });
    // A retry is another job.
    await (id === job.id ? reloadPage() : navigate(`${jobs}/${id}`));
  };
  const run = async (verb: Verb): Promise<void> => {
    const question = QUESTIONS[verb]?.(job.name);
    if (question && !(await confirm(question))) return;
    setBusy(verb);
    try {
      await send(verb);
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    } finally {
      setBusy(null);
    }
  };
  const props = (verb: Verb) => ({
    busy: busy === verb,
    disabled: busy !== null && busy !== verb,
    onClick: () => void run(verb),
  });
  return (
    <>
      {can.play && (
        <Button variant="primary" icon={Play} {...props('play')}>
          Run
        </Button>
      )}
      {can.retry && (
        <Button icon={RotateCw} {...props('retry')}>
          {startText}
        </Button>
      )}
      {(can.play || can.retry) && variables !== null && (
        <Button icon={Variable} disabled={busy !== null} onClick={() => setChoosing(true)}>
          {startText} with variables
        </Button>
      )}
      {can.unschedule && (
        <Button icon={TimerOff} {...props('unschedule')}>
          Unschedule
        </Button>
      )}
      {can.cancel && (
        <Button icon={CircleSlash} {...props('cancel')}>
          Cancel
        </Button>
      )}
      {can.erase && (
        <Button icon={Eraser} {...props('erase')}>
          Erase
        </Button>
      )}
      {isChoosing && (
        <JobVariablesDialog
          jobName={job.name}
          variables={variables ?? []}
          action={startText}
          onRun={async (chosen) => {
            await send(start, { job_variables_attributes: chosen });
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}
