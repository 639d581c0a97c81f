import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { MergeLocallyButton } from './merge-locally-button.tsx';
import { WidgetRow } from './widget-row.tsx';

export function MissingBranchPanel({ data }: { data: WidgetData }) {
  const type = data.source_branch_exists ? 'target' : 'source';
  const name = data.source_branch_exists ? data.target_branch : data.source_branch;
  return (
    <WidgetRow
      group="failed"
      status="Blocked"
      actions={data.user_permissions.can_merge && <MergeLocallyButton data={data} />}
    >
      <strong className="font-semibold">
        The {type} branch <code className="break-all">{name}</code> does not exist.
      </strong>{' '}
      <span className="text-fg-muted">
        Please restore it or use a different {type} branch.
        {data.user_permissions.can_merge && ' If you have the branch in a clone, you can merge it locally.'}
      </span>
    </WidgetRow>
  );
}
