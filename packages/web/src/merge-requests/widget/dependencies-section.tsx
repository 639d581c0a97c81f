import type { WidgetBlocker, WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { plural } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { Collapsible } from '../../ui/collapsible.tsx';
import { StatusIcon } from '../../ui/status-icon.tsx';
import { TextLink } from '../../ui/text-link.tsx';

function BlockerRow({ blocker }: { blocker: WidgetBlocker }) {
  const { merged_at: merged, closed_at: closed } = blocker;
  const isMerged = merged !== null;
  const isClosed = !isMerged && closed !== null;
  return (
    <li className="flex flex-wrap items-center gap-x-2 py-1">
      <StatusIcon
        group={isMerged ? 'success' : isClosed ? 'failed' : 'notice'}
        label={isMerged ? 'Merged' : isClosed ? 'Closed' : 'Open'}
        size={14}
      />
      <span className="min-w-0 flex-1 basis-48 break-words">
        <TextLink href={blocker.web_path}>{blocker.title}</TextLink>{' '}
        <span className="text-fg-muted">{blocker.reference}</span>
      </span>
      {isMerged && (
        <span className="text-sm text-fg-muted">
          Merged <Time value={merged} />
        </span>
      )}
      {isClosed && (
        <span className="text-sm text-fg-muted">
          Closed <Time value={closed} />
        </span>
      )}
    </li>
  );
}

/** In one sentence: how many are still to be merged, and those that never will be as they are. */
function sentenceOf({ total_count: total, hidden_count: hidden, visible_merge_requests: visible }: Dependencies) {
  const { opened = [], closed = [] } = visible;
  const unmerged = opened.length + closed.length + hidden;
  if (unmerged === 0) return `All ${plural(total, 'merge request dependency', 'merge request dependencies')} merged`;
  const text = `Depends on ${plural(unmerged, 'merge request')} being merged`;
  return closed.length === 0 ? text : `${text} (${closed.length} closed)`;
}

type Dependencies = WidgetData['blocking_merge_requests'];

/** The row of the merge widget about requests that have to be merged before. */
export function DependenciesSection({ data }: { data: WidgetData }) {
  const { total_count: total, hidden_count: hidden, visible_merge_requests: visible } = data.blocking_merge_requests;
  const isClear = visible.merged.length === total;
  const shown = [...(visible.opened ?? []), ...(visible.closed ?? []), ...visible.merged];
  return (
    <div className="flex gap-3 border-t px-4 py-2 first:border-t-0">
      <span className="pt-1.5">
        <StatusIcon group={isClear ? 'success' : 'failed'} label={isClear ? 'Passed' : 'Blocked'} size={16} />
      </span>
      <Collapsible title={sentenceOf(data.blocking_merge_requests)} className="min-w-0 flex-1">
        <ul aria-label="Merge request dependencies" className="pb-1 pl-4.5">
          {shown.map((blocker) => (
            <BlockerRow key={blocker.id} blocker={blocker} />
          ))}
          {hidden > 0 && (
            <li className="py-1 text-fg-muted">{plural(hidden, 'merge request')} that you don’t have access to</li>
          )}
        </ul>
      </Collapsible>
    </div>
  );
}
