import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ConflictMessage } from '../conflict-message.tsx';
import { resolveLocally } from './merge-locally.ts';
import { WidgetRow } from './widget-row.tsx';

export function ConflictsPanel({ data }: { data: WidgetData }) {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const canPush = data.user_permissions.push_to_source_branch;
  if (data.rebase_in_progress) {
    return (
      <WidgetRow group="running" status="Rebasing">
        <strong className="font-semibold">Rebase in progress</strong>{' '}
        <span className="text-fg-muted">The conflicts are being resolved as selected.</span>
      </WidgetRow>
    );
  }
  return (
    <WidgetRow
      group="failed"
      status="Blocked"
      actions={
        <>
          {data.user_permissions.can_merge && <Button onClick={() => setHelpOpen(true)}>Resolve locally</Button>}
          {data.conflict_resolution_path !== null && (
            <Button variant="primary" asChild>
              <a href={data.conflict_resolution_path}>Resolve conflicts</a>
            </Button>
          )}
        </>
      }
      details={
        data.conflicts.length > 0 && (
          <ul aria-label="Files with conflicts" className="flex flex-col gap-0.5">
            {data.conflicts.map((conflict) => (
              <li key={`${conflict.type} ${conflict.path}`} className="text-sm">
                <code className="break-all">{conflict.path}</code>{' '}
                <span className="text-fg-muted">
                  <ConflictMessage message={conflict.message} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
    >
      <strong className="font-semibold">
        {data.should_be_rebased
          ? 'Merge blocked: fast-forward merge is not possible. To merge this request, first rebase locally.'
          : 'Merge blocked: merge conflicts must be resolved.'}
      </strong>
      {!canPush && (
        <span className="text-fg-muted">
          {' '}
          Users who can write to the source or target branches can resolve the conflicts.
        </span>
      )}
      <Dialog
        open={isHelpOpen}
        onOpenChange={setHelpOpen}
        title="Resolve conflicts locally"
        text="Run these commands in a clone of the repository."
      >
        <CodeBlock text={resolveLocally(data)} label="Commands" wrap />
      </Dialog>
    </WidgetRow>
  );
}
