import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { useCallback } from 'react';
import { autosaveScopeOf } from '../../app/autosave/autosave-store.ts';
import { showSaved } from '../../app/show-saved.ts';
import { Activity } from '../../discussions/activity/activity.tsx';
import { stateFailure } from '../../discussions/model/state-failure.ts';
import { NoteableAwards } from '../../discussions/reactions/noteable-awards.tsx';
import type { ThreadJumps } from '../../discussions/threads/use-thread-jumps.ts';
import { api } from '../../lib/http.ts';
import ApprovalsSection from '../approvals/approvals-section.tsx';
import { ThreadLines } from '../changes/thread-lines.tsx';
import { OverviewDraftsThen } from '../review/review-parts.tsx';
import { MergeWidget } from '../widget/merge-widget.tsx';
import { type SeenHead, useWidget } from '../widget/use-widget.ts';
import { Description } from './description.tsx';

type Shown = MergeRequestShowPageData;

/** What it is about, whether it can be merged, and what was said. */
export default function OverviewTab({ page, jumps, seen }: { page: Shown; jumps: ThreadJumps; seen: SeenHead }) {
  const { mergeRequest: mr, paths, can } = page;
  const widget = useWidget(page.widget, page.topic, seen);
  const changeState = useCallback(
    async (event: 'close' | 'reopen') => {
      await api.put(paths.api, { body: { state_event: event } });
      await showSaved();
      await widget.refresh();
    },
    [paths.api, widget],
  );
  const stateAct = can.close
    ? {
        label: 'Close merge request',
        run: () => changeState('close'),
        failureText: stateFailure('closing', 'merge request'),
      }
    : can.reopen
      ? {
          label: 'Reopen merge request',
          run: () => changeState('reopen'),
          failureText: stateFailure('reopening', 'merge request'),
        }
      : undefined;
  const renderDiff = useCallback(
    (discussion: PageDiscussion) => <ThreadLines discussion={discussion} changesPath={paths.changes} />,
    [paths.changes],
  );
  return (
    <div className="flex flex-col gap-5 pt-4">
      <Description page={page} />
      {page.notes.awards && <NoteableAwards given={page.notes.awards} />}
      <div className="divide-y rounded-md border bg-surface">
        <ApprovalsSection
          path={page.approval.path}
          topic={page.topic}
          projectId={page.widget.target_project_id}
          headSha={mr.headSha}
          state={mr.state}
          atFirst={page.approval}
        />
        <MergeWidget
          key={mr.state}
          widget={widget}
          canReopen={can.reopen}
          place={autosaveScopeOf(page.notes)}
          acts={{
            changesPath: paths.changes,
            editPath: can.update ? paths.edit : null,
            goToFirstThread: () => jumps.jump(1),
            requestReviewPaths: mr.reviewers.flatMap(({ state, askAgainPath }) =>
              state === 'requested_changes' && askAgainPath !== null ? [askAgainPath] : [],
            ),
          }}
        />
      </div>
      <OverviewDraftsThen>
        <Activity hasTimeline stateAct={stateAct} renderDiff={renderDiff} />
      </OverviewDraftsThen>
    </div>
  );
}
