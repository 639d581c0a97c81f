import type { IssueShowPageData } from '@tributary/contract/planning/issue-page.ts';
import { helpPaths } from '@tributary/contract/page/help.ts';
import { useCallback, useMemo, useState } from 'react';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { showSaved } from '../../app/show-saved.ts';
import { stateFailure } from '../../discussions/model/state-failure.ts';
import { LearnMore } from '../../discussions/activity/notices.tsx';
import { Activity } from '../../discussions/activity/activity.tsx';
import { NoteableAwards } from '../../discussions/reactions/noteable-awards.tsx';
import { AssigningContext } from '../../discussions/store/assigning.ts';
import { EmailParticipantsContext } from '../../discussions/store/email-participants.ts';
import { DiscussionsProvider } from '../../discussions/store/use-discussions.tsx';
import { focusWhenRendered } from '../../lib/focus-when-rendered.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { api } from '../../lib/http.ts';
import { useRealtime } from '../../lib/realtime.ts';
import { Banner } from '../../ui/banner.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { IssueDescription } from '../issues/issue-description.tsx';
import { IssueSidebar } from '../issues/issue-sidebar.tsx';
import { IssueTitle } from '../issues/issue-title.tsx';
import { mayClose } from '../issues/may-close.tsx';
import { LinkedIssues, RelatedRequests } from '../issues/linked-issues.tsx';

type Shown = IssueShowPageData;

/** Threads of an issue stand on no lines. */
const noLines = () => null;

/** Where the work went on, when it did not end here. */
function Elsewhere({ issue }: { issue: Shown['issue'] }) {
  const { movedTo, duplicateOf } = issue;
  const other = movedTo ?? duplicateOf;
  if (!other) return null;
  return (
    <Banner tone="info">
      {movedTo ? 'This issue was moved to ' : 'This issue is a duplicate of '}
      <a href={other.path} className="font-medium hover:underline">
        {other.reference}
      </a>
      .
    </Banner>
  );
}

/** For those who may change who works on it. */
function useAssigningHere({ issue, can, paths }: Shown) {
  return useMemo(
    () =>
      can.admin
        ? {
            assigneeIds: issue.assignees.map((each) => each.id),
            assign: async (id: number, isWanted: boolean) => {
              await api.put(paths.api, { body: { [isWanted ? 'add_assignee_ids' : 'remove_assignee_ids']: [id] } });
              await showSaved();
            },
          }
        : null,
    [can.admin, issue.assignees, paths.api],
  );
}

function Body({ page }: { page: Shown }) {
  const { paths, can } = page;
  const [isEditing, setEditing] = useState(false);
  const assigning = useAssigningHere(page);
  useRealtime(page.topic, (message) => {
    if (!message.event.startsWith('note.')) void reloadPage();
  });
  useHotkeys(
    can.update
      ? [
          {
            id: 'issue.edit',
            keys: 'e',
            label: 'Edit title and description',
            group: 'Issue',
            run: () => setEditing(true),
          },
        ]
      : [],
  );
  const edit = (isOn: boolean) => {
    setEditing(isOn);
    if (!isOn) focusWhenRendered(() => document.querySelector<HTMLElement>('h1'), { ifLost: true });
  };
  const changeState = useCallback(
    async (event: 'close' | 'reopen') => {
      await api.put(paths.api, { body: { state_event: event } });
      await showSaved();
    },
    [paths.api],
  );
  const stateAct = can.close
    ? {
        label: 'Close issue',
        mayRun: () => mayClose(page),
        run: () => changeState('close'),
        failureText: stateFailure('closing', 'issue'),
      }
    : can.reopen
      ? { label: 'Reopen issue', run: () => changeState('reopen'), failureText: stateFailure('reopening', 'issue') }
      : undefined;
  return (
    <PageBody sidebar={<IssueSidebar page={page} />} sidebarTitle="Details">
      <IssueTitle page={page} onEdit={() => edit(true)} />
      <div className="flex flex-col gap-5 pt-4">
        <Elsewhere issue={page.issue} />
        {page.issue.confidential && (
          <Banner tone="warning">
            This issue is confidential. Only its author, its assignees and members with at least the Reporter role can
            see it.
            <LearnMore path={helpPaths.confidentialIssues} />
          </Banner>
        )}
        <IssueDescription page={page} isEditing={isEditing} setEditing={edit} />
        {page.notes.awards && <NoteableAwards given={page.notes.awards} />}
        <LinkedIssues page={page} />
        <RelatedRequests requests={page.requests} />
        <AssigningContext value={assigning}>
          <EmailParticipantsContext value={page.issue_email_participants}>
            <Activity hasTimeline stateAct={stateAct} renderDiff={noLines} />
          </EmailParticipantsContext>
        </AssigningContext>
      </div>
    </PageBody>
  );
}

export default function IssueShowPage() {
  const { data } = usePage<Shown>();
  return (
    <DiscussionsProvider notes={data.notes}>
      <Body page={data} />
    </DiscussionsProvider>
  );
}
