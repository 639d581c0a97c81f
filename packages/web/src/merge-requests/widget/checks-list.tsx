import type { WidgetCheck } from '@tributary/contract/merge-requests/widget.ts';
import { type ReactNode, useState } from 'react';
import { Time } from '../../lib/time.tsx';
import { Button } from '../../ui/button.tsx';
import { Collapsible } from '../../ui/collapsible.tsx';
import { type StatusGroup, StatusIcon } from '../../ui/status-icon.tsx';
import { type BlockedActions, MarkAsReady, RequestReview } from './blocked-panel.tsx';
import { CHECK_NAMES, CLEARED_BY } from './check-texts.ts';
import type { Widget } from './use-widget.ts';

const LOOKS: Record<WidgetCheck['status'], { group: StatusGroup; label: string }> = {
  success: { group: 'success', label: 'Passed' },
  failed: { group: 'failed', label: 'Failed' },
  checking: { group: 'running', label: 'Checking' },
  inactive: { group: 'neutral', label: 'Not required' },
};

function nameOf({ identifier }: WidgetCheck): string {
  return CHECK_NAMES[identifier] ?? identifier.replaceAll('_', ' ');
}

function LinkTo({ href, children }: { href: string | null | undefined; children: ReactNode }) {
  if (!href) return null;
  return (
    <Button size="sm" asChild>
      <a href={href}>{children}</a>
    </Button>
  );
}

/** The button that clears the check, for those who may press it. */
function CheckButton({ check, widget, acts }: { check: WidgetCheck; widget: Widget; acts: BlockedActions }) {
  const { data } = widget;
  switch (check.action) {
    case 'mark_as_ready':
      return <MarkAsReady widget={widget} />;
    case 'show_threads':
      return (
        <Button size="sm" onClick={acts.goToFirstThread}>
          Go to first unresolved thread
        </Button>
      );
    case 'show_reviewers':
      return <RequestReview widget={widget} acts={acts} />;
    case 'resolve_conflicts':
      return <LinkTo href={data.conflict_resolution_path}>Resolve conflicts</LinkTo>;
    case 'edit_title':
      return <LinkTo href={acts.editPath}>Edit title</LinkTo>;
    case 'edit_dependencies':
      return <LinkTo href={acts.editPath}>Edit dependencies</LinkTo>;
    case 'edit_merge_time':
      return <LinkTo href={acts.editPath}>Edit time</LinkTo>;
    case 'show_pipeline':
      return <LinkTo href={data.pipeline?.path}>Show pipeline</LinkTo>;
    // Their buttons stand in the panel, in the rows of approvals and status checks, and below the discussion.
    case 'show_status_checks':
    case 'rebase':
    case 'approve':
    case 'reopen':
    case null:
      return null;
  }
}

function CheckItem({ check, ...props }: { check: WidgetCheck; widget: Widget; acts: BlockedActions }) {
  const { group, label } = LOOKS[check.status];
  const isOpen = check.status === 'failed' || check.status === 'checking';
  const clearedBy = isOpen && check.cleared_by ? CLEARED_BY[check.cleared_by] : null;
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1">
      <StatusIcon group={group} label={label} size={14} />
      <div className="min-w-0 flex-1 basis-48">
        {check.status === 'failed' ? check.message : nameOf(check)}
        {check.status === 'inactive' && <span className="text-fg-muted"> (not required)</span>}
        {isOpen && (
          <span className="text-sm text-fg-muted">
            {clearedBy !== null && <> {clearedBy}</>} Since <Time value={check.since} />.
          </span>
        )}
      </div>
      {check.status === 'failed' && <CheckButton check={check} {...props} />}
    </li>
  );
}

const RANK = { failed: 0, checking: 1, success: 2, inactive: 3 };

/** Every condition of the merge with its state, who can clear it, and the button that does. */
export function ChecksList(props: { widget: Widget; acts: BlockedActions; trailing: ReactNode }) {
  const { widget, acts, trailing } = props;
  const checks = widget.data.merge_checks;
  const asked = checks.filter(({ status }) => status !== 'inactive');
  const failed = asked.filter(({ status }) => status === 'failed').length;
  const passed = asked.filter(({ status }) => status === 'success').length;
  const [isOpen, setOpen] = useState(failed > 1);
  if (checks.length === 0) return null;
  return (
    <Collapsible
      title={
        failed > 0
          ? `Merge checks: ${failed} of ${asked.length} failed`
          : `Merge checks: ${passed} of ${asked.length} passed`
      }
      open={isOpen}
      onOpenChange={setOpen}
      trailing={trailing}
      className="border-t px-4 py-2"
    >
      <ul aria-label="Merge checks" className="pb-1 pl-4.5">
        {checks
          .toSorted((a, b) => RANK[a.status] - RANK[b.status])
          .map((check) => (
            <CheckItem key={check.identifier} check={check} widget={widget} acts={acts} />
          ))}
      </ul>
    </Collapsible>
  );
}
