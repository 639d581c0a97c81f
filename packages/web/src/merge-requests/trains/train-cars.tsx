import type { TrainCarData } from '@tributary/contract/merge-requests/train-page.ts';
import { reloadPage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { groupOf } from '../../projects/statuses/status-group.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Collapsible } from '../../ui/collapsible.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { List } from '../../ui/list-row.tsx';
import { StatusIcon } from '../../ui/status-icon.tsx';
import { ActionButton } from '../widget/action-button.tsx';

const STATES: Record<TrainCarData['status'], { label: string; tone: BadgeTone }> = {
  idle: { label: 'Waiting', tone: 'neutral' },
  stale: { label: 'Outdated', tone: 'warning' },
  fresh: { label: 'In the train', tone: 'notice' },
  merging: { label: 'Merging', tone: 'notice' },
  merged: { label: 'Merged', tone: 'merged' },
  skip_merged: { label: 'Merged outside', tone: 'merged' },
  removed: { label: 'Removed', tone: 'failed' },
};

/** The cars of a train, or those that left it; each says why it is where it is, and what happened to it. */
export function TrainCars({
  cars,
  label,
  isOrdered = false,
}: {
  cars: readonly TrainCarData[];
  label: string;
  isOrdered?: boolean;
}) {
  return (
    <List label={label}>
      {cars.map((car, index) => (
        <li key={car.id} data-row className="flex flex-col gap-1 border-b px-3 py-2.5 last:border-b-0">
          <Car car={car} position={isOrdered ? index + 1 : null} />
        </li>
      ))}
    </List>
  );
}

function Car({ car, position }: { car: TrainCarData; position: number | null }) {
  const { mergeRequest: request, pipeline, addedBy } = car;
  const state = STATES[car.status];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {position !== null && <span className="text-fg-muted tabular-nums">{position}.</span>}
        <span data-row-title className="min-w-0 flex-1 basis-48">
          <a href={request.path} className="font-medium break-words hover:underline">
            {request.title}
          </a>{' '}
          <span className="text-fg-muted">!{request.iid}</span>
        </span>
        {pipeline && (
          <a href={pipeline.path} className="control inline-flex items-center gap-1 rounded-sm hover:underline">
            <StatusIcon group={groupOf(pipeline)} label={pipeline.label} size={16} />
            Pipeline #{pipeline.id}
          </a>
        )}
        <Badge tone={state.tone}>{state.label}</Badge>
        {car.removePath !== null && <Remove car={car} path={car.removePath} />}
      </div>
      <p>{car.summary}</p>
      <Collapsible
        title={
          <span className="font-normal text-fg-muted">
            Added {addedBy && <>by {addedBy.name} </>}
            <Time value={car.addedAt} />
            {car.endedAt !== null && (
              <>
                , left <Time value={car.endedAt} />
              </>
            )}
          </span>
        }
      >
        <ol className="flex flex-col gap-1 pt-1 pl-5">
          {car.log.map((entry) => (
            <li key={`${entry.at} ${entry.text}`} className="flex flex-wrap gap-x-2">
              <span className="min-w-0 break-words">{entry.text}</span>
              <span className="text-fg-muted">
                <Time value={entry.at} />
              </span>
            </li>
          ))}
        </ol>
      </Collapsible>
    </>
  );
}

function Remove({ car, path }: { car: TrainCarData; path: string }) {
  const remove = async () => {
    const isSure = await confirm({
      title: 'Remove from the merge train?',
      text: `!${car.mergeRequest.iid} stays open. Merge requests behind it are tested again without it.`,
      action: 'Remove',
      danger: true,
    });
    if (!isSure) return;
    await api.post(path, { body: {} });
    await reloadPage();
  };
  return (
    <ActionButton size="sm" run={remove}>
      Remove from merge train
    </ActionButton>
  );
}
