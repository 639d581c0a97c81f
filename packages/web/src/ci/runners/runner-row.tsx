import type { RunnerCard, RunnerList, RunnerScope } from '@tributary/contract/ci/runners-page.ts';
import { Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { KIND_NAMES, RunnerBadges, RunnerMeta, runnerName } from './runner-parts.tsx';
import { useRunnerActions } from './use-runner-actions.ts';

type Props = {
  runner: RunnerCard;
  list: RunnerList['kind'];
  scope: RunnerScope;
  canChangeScope: boolean;
  onEdit: () => void;
};

/** A runner in a list, with what can be done to it there. */
export function RunnerRow({ runner, list, scope, canChangeScope, onEdit }: Props) {
  const { error, isBusy, setPaused, assign, unassign, remove } = useRunnerActions(runner, scope);
  const name = runnerName(runner);
  return (
    <ListRow
      href={runner.href}
      title={<bdi>{name}</bdi>}
      badges={
        <>
          {scope.kind === 'instance' && <Badge>{KIND_NAMES[runner.kind]}</Badge>}
          <RunnerBadges runner={runner} />
        </>
      }
      meta={
        <>
          <RunnerMeta runner={runner} />
          {runner.maintenanceNote !== '' && <span className="block">{runner.maintenanceNote}</span>}
          <RowProblem text={error} />
        </>
      }
      trailing={
        <span className="flex items-center gap-1">
          {list === 'assignable' && canChangeScope && (
            <Button
              size="sm"
              busy={isBusy}
              onClick={() => void assign()}
              aria-label={`Enable ${name} for this project`}
            >
              Enable for this project
            </Button>
          )}
          {list === 'own' && runner.canUnassign && canChangeScope && (
            <Button
              size="sm"
              busy={isBusy}
              onClick={() => void unassign()}
              aria-label={`Disable ${name} for this project`}
            >
              Disable for this project
            </Button>
          )}
          {list === 'own' && runner.canAdmin && (
            <>
              <IconButton
                icon={runner.isPaused ? Play : Pause}
                label={runner.isPaused ? `Resume ${name}` : `Pause ${name}`}
                size="sm"
                disabled={isBusy}
                onClick={() => void setPaused(!runner.isPaused)}
              />
              <IconButton icon={Pencil} label={`Edit ${name}`} size="sm" onClick={onEdit} />
              <IconButton
                icon={Trash2}
                label={`Delete ${name}`}
                size="sm"
                disabled={isBusy}
                onClick={() => void remove()}
              />
            </>
          )}
        </span>
      }
    />
  );
}
