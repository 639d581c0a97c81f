import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { useState } from 'react';
import { AppError, isAppError } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.tsx';
import { pollUntil } from './poll-until.ts';
import type { Widget } from './use-widget.ts';
import { WidgetRow } from './widget-row.tsx';

/** The code of a fork would run with the rights of this project for the first time. */
export function isUntestedFork({ source_project_id: source, target_project_id: target, ...data }: WidgetData): boolean {
  if (source === target) return false;
  return data.pipeline?.path.startsWith(`/${data.target_project_full_path}/-/`) !== true;
}

const FORK_QUESTION = {
  title: 'Rebase a merge request from a fork?',
  text: 'No pipeline has run for it in this project. Pipelines after the rebase run code of the fork with the resources of this project. Review the changes before you continue.',
  action: 'Rebase',
} as const;

async function rebase(widget: Widget, path: string, skipCi: boolean): Promise<void> {
  await api.post(path, { body: { skip_ci: skipCi } });
  const { merge_error: error, rebased_sha: sha } = await pollUntil(
    widget.data.merge_request_basic_path,
    ({ rebase_in_progress: isRunning, should_be_rebased: isNeeded, merge_error: failure }) =>
      !isRunning && (!isNeeded || failure !== null),
  );
  if (error) throw new AppError({ status: 422, code: 'rebase_not_possible', message: error });
  // The reader's own rebase brings nothing that they have not seen.
  if (sha !== null) widget.seeHead(sha);
  toast({ text: 'Rebase completed', tone: 'success' });
}

/** The server's own reason, where it gave one. */
function reasonOf(error: unknown): string {
  return isAppError(error) && [403, 409, 422].includes(error.status) ? error.message : GENERIC;
}

const GENERIC = 'Something went wrong. Please try again.';

export function RebasePanel({ widget }: { widget: Widget }) {
  const { data } = widget;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const path = data.user_permissions.push_to_source_branch ? data.rebase_path : null;
  const isRebasing = isBusy || data.rebase_in_progress;
  const canSkip = data.has_ci && (!data.only_allow_merge_if_pipeline_succeeds || data.allow_merge_on_skipped_pipeline);
  const start = async (skipCi: boolean) => {
    if (path === null || (!skipCi && isUntestedFork(data) && !(await confirm(FORK_QUESTION)))) return;
    setBusy(true);
    setProblem(null);
    try {
      await widget.act(() => rebase(widget, path, skipCi));
    } catch (error) {
      setProblem(reasonOf(error));
    }
    setBusy(false);
  };
  return (
    <WidgetRow
      group={isRebasing ? 'running' : path === null ? 'failed' : 'success'}
      status={isRebasing ? 'Rebasing' : 'Blocked'}
      actions={
        path !== null && (
          <>
            {canSkip && (
              <Button disabled={isRebasing} onClick={() => void start(true)}>
                Rebase without pipeline
              </Button>
            )}
            <Button variant="primary" busy={isRebasing} onClick={() => void start(false)}>
              Rebase
            </Button>
          </>
        )
      }
      details={
        problem !== null && (
          <p role="alert" className="text-failed">
            {problem}
          </p>
        )
      }
    >
      {isRebasing ? (
        <strong className="font-semibold">Rebase in progress</strong>
      ) : (
        <>
          <strong className="font-semibold">
            Merge blocked: the source branch must be rebased onto the target branch.
          </strong>
          {path === null && (
            <span className="text-fg-muted"> Ask a user who can push to the source branch to rebase it.</span>
          )}
        </>
      )}
    </WidgetRow>
  );
}
