import type { PageTime } from '@tributary/contract/planning/page.ts';
import { api as http } from '../../lib/http.ts';
import { keyHeader, useSendKey } from '../../lib/send-key.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { EditValue } from './edit-value.tsx';
import { SideBlock, SideNone } from './side-block.tsx';

const HINT = 'For example, 1w 2d 3h 30m.';

/** How long the work should take and how long it took. `api` is the address of the thing. */
export function TimeBlock({ time, api, mayChange }: { time: PageTime; api: string; mayChange: boolean }) {
  const setEstimate = (duration: string) =>
    duration === ''
      ? http.post(`${api}/reset_time_estimate`)
      : http.post(`${api}/time_estimate`, { body: { duration } });
  const { keyFor, arrived } = useSendKey();
  const spend = async (duration: string) => {
    await http.post(`${api}/add_spent_time`, { body: { duration }, headers: keyHeader(keyFor(duration)) });
    arrived();
  };
  return (
    <SideBlock
      title="Time tracking"
      edit={
        mayChange && (
          <span className="flex">
            <EditValue
              title="Estimate"
              action="Estimate"
              type="text"
              hint={HINT}
              value={time.estimate ?? ''}
              save={setEstimate}
            />
            <EditValue
              title="Time spent"
              action="Add"
              type="text"
              hint={`${HINT} Use a minus sign to subtract time.`}
              value=""
              onBegin={arrived}
              save={spend}
            />
          </span>
        )
      }
    >
      {time.estimate === null && time.spent === null ? (
        <SideNone>No estimate or time spent</SideNone>
      ) : (
        <div className="flex flex-col gap-1">
          {time.estimate !== null && (
            <ProgressBar
              label="Time spent against the estimate"
              labelHidden
              value={time.spentSeconds / time.estimateSeconds}
            />
          )}
          <p className="flex justify-between text-sm">
            <span>Spent: {time.spent ?? '0h'}</span>
            {time.estimate !== null && <span>Estimate: {time.estimate}</span>}
          </p>
        </div>
      )}
    </SideBlock>
  );
}
