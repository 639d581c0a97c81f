import type { ManualAction, PagePipeline } from '@tributary/contract/ci/pipeline-page.ts';
import { Clock, Play } from 'lucide-react';
import { confirm } from '../ui/confirm.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLabel } from '../ui/menu.tsx';
import { runAction } from './pipeline-actions.tsx';
import { RemainingTime } from './remaining-time.tsx';

type Done = () => void | Promise<void>;

/** A delayed job would start by itself: whether it shall start at once is asked. */
async function start({ name, path, scheduled }: ManualAction, onDone: Done): Promise<void> {
  const question = {
    title: `Run ${name} now?`,
    text: 'Otherwise this job runs by itself when its timer finishes.',
    action: 'Run now',
  };
  if (scheduled && !(await confirm(question))) return;
  await runAction(path, onDone);
}

/** Starts manual and delayed jobs of a pipeline from a list. */
export function ManualActions({ pipeline, onDone }: { pipeline: PagePipeline; onDone: Done }) {
  const { manual_actions: manual, scheduled_actions: scheduled } = pipeline.details;
  const offered = [...manual, ...scheduled].filter(({ playable }) => playable);
  if (offered.length === 0) return null;
  return (
    <Menu align="end" trigger={<IconButton icon={Play} label="Run manual or delayed jobs" size="sm" />}>
      <MenuLabel>Run manual or delayed jobs</MenuLabel>
      {offered.map((action) => (
        <MenuItem
          key={action.path}
          icon={action.scheduled ? Clock : Play}
          hint={action.scheduled_at !== null && <RemainingTime until={action.scheduled_at} />}
          onSelect={() => void start(action, onDone)}
        >
          <bdi className="wrap-anywhere">{action.name}</bdi>
        </MenuItem>
      ))}
    </Menu>
  );
}
