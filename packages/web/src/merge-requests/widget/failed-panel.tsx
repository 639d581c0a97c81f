import { Button } from '../../ui/button.tsx';
import type { MergeFlow } from './merge.machine.ts';
import { WidgetRow } from './widget-row.tsx';

type Failed = Extract<MergeFlow, { state: 'failed' }>;

/** Why the merge failed; what is true now is shown by itself in a few seconds. */
export function FailedPanel({ flow, onRefresh }: { flow: Failed; onRefresh: () => void }) {
  return (
    <WidgetRow group="failed" status="Failed" actions={<Button onClick={onRefresh}>Refresh now</Button>}>
      <strong className="font-semibold">{flow.error}</strong> {/* Not told each second to those who listen. */}
      <span className="text-fg-muted" aria-live="off">
        Refreshing in {flow.secondsLeft} {flow.secondsLeft === 1 ? 'second' : 'seconds'} to show the updated status...
      </span>
    </WidgetRow>
  );
}
