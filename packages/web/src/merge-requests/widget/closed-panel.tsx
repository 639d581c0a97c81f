import { useState } from 'react';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Button } from '../../ui/button.tsx';
import type { Widget } from './use-widget.ts';
import { WidgetMember } from './widget-member.tsx';
import { WidgetRow } from './widget-row.tsx';

type Phase = 'idle' | 'reopening' | 'refreshing' | 'failed';
const LABELS = { idle: 'Reopen', failed: 'Reopen', reopening: 'Reopening...', refreshing: 'Refreshing...' };

function ReopenButton({ widget }: { widget: Widget }) {
  const [phase, setPhase] = useState<Phase>('idle');
  const reopen = async () => {
    setPhase('reopening');
    try {
      await widget.act(async () => {
        await api.put(widget.data.api_path, { body: { state_event: 'reopen' } });
        setPhase('refreshing');
      });
    } catch {
      setPhase('failed');
    }
  };
  return (
    <>
      {phase === 'failed' && (
        <span role="alert" className="text-sm text-failed">
          An error occurred. Unable to reopen this merge request.
        </span>
      )}
      <Button busy={phase === 'reopening' || phase === 'refreshing'} onClick={() => void reopen()}>
        {LABELS[phase]}
      </Button>
    </>
  );
}

export function ClosedPanel({ widget, canReopen }: { widget: Widget; canReopen: boolean }) {
  const { closed_by: by, closed_at: at } = widget.data.metrics;
  return (
    <WidgetRow group="neutral" status="Closed" actions={canReopen && <ReopenButton widget={widget} />}>
      <strong className="font-semibold">Closed by</strong> <WidgetMember user={by} />
      {at && <Time value={at} className="ml-1 text-fg-muted" />}
    </WidgetRow>
  );
}
