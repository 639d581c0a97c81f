import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import type { RestRequestStatusCheck } from '@tributary/contract/status-checks/rest.ts';
import { Button } from '../../ui/button.tsx';
import { Collapsible } from '../../ui/collapsible.tsx';
import { type StatusGroup, StatusIcon } from '../../ui/status-icon.tsx';
import { ActionButton } from './action-button.tsx';
import { useStatusChecks } from './use-status-checks.ts';

type Checks = readonly RestRequestStatusCheck[];

const LOOKS: Record<RestRequestStatusCheck['status'], { group: StatusGroup; label: string }> = {
  passed: { group: 'success', label: 'Passed' },
  pending: { group: 'running', label: 'Pending' },
  failed: { group: 'failed', label: 'Failed' },
};
const RANK = { failed: 0, pending: 1, passed: 2 };

/** In one line: what the services say. */
export function summaryOf(checks: Checks): { group: StatusGroup; text: string } {
  const count = (status: string) => checks.filter((check) => check.status === status).length;
  const [failed, pending] = [count('failed'), count('pending')];
  const parts = [...(failed > 0 ? [`${failed} failed`] : []), ...(pending > 0 ? [`${pending} pending`] : [])];
  if (parts.length === 0) return { group: 'success', text: 'Status checks all passed' };
  return { group: failed > 0 ? 'failed' : 'running', text: `Status checks ${parts.join(', and ')}` };
}

function Row({ icon, label, children }: { icon: StatusGroup; label: string; children: React.ReactNode }) {
  return (
    <div className="flex gap-3 border-t px-4 py-2 first:border-t-0">
      <span className="pt-1.5">
        <StatusIcon group={icon} label={label} size={16} />
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}

function CheckRow({ check, onRetry }: { check: RestRequestStatusCheck; onRetry: (() => Promise<void>) | null }) {
  const { group, label } = LOOKS[check.status];
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1">
      <StatusIcon group={group} label={label} size={14} />
      <span className="min-w-0 flex-1 basis-48 break-words">
        {check.name}: <span className="break-all text-fg-muted">{check.external_url}</span>
      </span>
      {onRetry && (
        <ActionButton size="sm" run={onRetry}>
          Retry
        </ActionButton>
      )}
    </li>
  );
}

/** The row of the merge widget about the external services that look at the newest commit. */
export function StatusChecksSection({ data }: { data: WidgetData }) {
  const { checks, isError, retry, refresh } = useStatusChecks(data);
  if (!checks && isError) {
    return (
      <Row icon="failed" label="Failed">
        <div className="flex flex-wrap items-center gap-2 py-1">
          <span className="flex-1 basis-48">Failed to load status checks</span>
          <Button size="sm" onClick={() => void refresh()}>
            Retry
          </Button>
        </div>
      </Row>
    );
  }
  if (!checks) {
    return (
      <Row icon="running" label="Loading">
        <div className="py-1">Status checks are being fetched</div>
      </Row>
    );
  }
  const { group, text } = summaryOf(checks);
  const mayRetry = data.can_retry_external_status_checks;
  return (
    <Row icon={group} label={group === 'success' ? 'Passed' : group === 'failed' ? 'Failed' : 'Pending'}>
      <Collapsible title={text}>
        <ul aria-label="Status checks" className="max-h-80 overflow-y-auto pb-1 pl-4.5">
          {checks
            .toSorted((a, b) => RANK[a.status] - RANK[b.status])
            .map((check) => (
              <CheckRow
                key={check.id}
                check={check}
                onRetry={mayRetry && check.status === 'failed' ? () => retry(check.id) : null}
              />
            ))}
        </ul>
      </Collapsible>
    </Row>
  );
}
