import type { ScheduleCard } from '@tributary/contract/ci/schedules.ts';
import { Pencil, Play, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { useRowRemoval } from '../../app/use-row-removal.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { plural } from '../../lib/format.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { CiStatusIcon } from '../pipeline-status.tsx';

type Props = { path: string; schedule: ScheduleCard; onEdit: () => void };

/** One schedule: when it runs, on what, as whom, and what can be done to it. */
export function ScheduleRow({ path, schedule, onEdit }: Props) {
  const { id, description, can, owner, lastPipeline, nextRunAt, variables } = schedule;
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const removal = useRowRemoval({
    path: can.update ? `${path}/${id}` : null,
    name: description,
    title: 'Delete this pipeline schedule?',
    text: 'Its pipelines are kept.',
    action: 'Delete schedule',
  });
  const act = async (name: 'play' | 'take_ownership') => {
    setBusy(true);
    setProblem(null);
    try {
      await api.post(`${path}/${id}/${name}`);
      await reloadPage();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ListRow
      title={<bdi>{description}</bdi>}
      badges={!schedule.isActive && <Badge>Inactive</Badge>}
      meta={
        <>
          <code>{schedule.cron}</code> {schedule.timezone} · <bdi>{schedule.ref}</bdi>
          {owner && (
            <>
              {' · '}
              <a href={owner.href}>{owner.name}</a>
            </>
          )}
          {nextRunAt !== null && (
            <>
              {' · next run '}
              <Time value={nextRunAt} />
            </>
          )}
          {lastPipeline && (
            <>
              {' · last pipeline '}
              <span className="inline-flex items-center gap-1 align-bottom">
                <CiStatusIcon status={lastPipeline.status} />
                <a href={lastPipeline.href}>#{lastPipeline.id}</a>
              </span>
            </>
          )}
          {variables !== null && variables.length > 0 && ` · ${plural(variables.length, 'variable')}`}
          {schedule.note !== null && <span className="block text-failed">{schedule.note}</span>}
          <RowProblem text={problem ?? removal.error} />
        </>
      }
      trailing={
        <span className="flex items-center gap-1">
          {can.play && (
            <IconButton
              icon={Play}
              label={`Run ${description} now`}
              size="sm"
              disabled={isBusy}
              onClick={() => void act('play')}
            />
          )}
          {can.takeOwnership && (
            <IconButton
              icon={UserCheck}
              label={`Take ownership of ${description}`}
              size="sm"
              disabled={isBusy}
              onClick={() => void act('take_ownership')}
            />
          )}
          {can.update && <IconButton icon={Pencil} label={`Edit ${description}`} size="sm" onClick={onEdit} />}
          {removal.button}
        </span>
      }
    />
  );
}
