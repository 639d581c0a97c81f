import type { IssueShowPageData } from '@tributary/contract/planning/issue-page.ts';
import { taskStatusText } from '@tributary/contract/planning/task-status.ts';
import { Ellipsis, EyeOff, Lock } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useNavigate } from '../../app/navigation.tsx';
import { showSaved } from '../../app/show-saved.ts';
import { stateFailure } from '../../discussions/model/state-failure.ts';
import { NoteableTitle } from '../../discussions/writing/noteable-title.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { usePaletteActions } from '../../app/palette/palette-actions.ts';
import { copyText } from '../../lib/copy.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Menu, MenuItem, MenuLinkItem, MenuSeparator } from '../../ui/menu.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useToast } from '../../ui/toast.tsx';
import { UserLink } from '../../ui/user-link.tsx';
import { CloneDialog } from './clone-dialog.tsx';
import { mayClose } from './may-close.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { IssueTypeBadge } from './issue-type-badge.tsx';

const ReportAbuse = lazyPart(
  () => import('../../discussions/threads/report-abuse.tsx'),
  ({ onClose }) => onClose,
);

type Shown = IssueShowPageData;

/** Badges for its type and for what limits who reads and writes. */
function Limits({ issue }: { issue: Shown['issue'] }) {
  return (
    <>
      {issue.type !== 'issue' && (
        <span className="mr-2 align-bottom">
          <IssueTypeBadge type={issue.type} />
        </span>
      )}
      {issue.confidential && (
        <span className="mr-2 inline-flex items-center gap-1 align-bottom text-warning">
          <EyeOff aria-hidden size={14} />
          Confidential
        </span>
      )}
      {issue.discussionLocked && (
        <span className="mr-2 inline-flex items-center gap-1 align-bottom">
          <Lock aria-hidden size={14} />
          Locked
        </span>
      )}
    </>
  );
}

function Meta({ issue }: { issue: Shown['issue'] }) {
  return (
    <>
      <Limits issue={issue} />
      Opened <Time value={issue.createdAt} /> by{' '}
      {issue.author ? <UserLink user={{ ...issue.author, href: issue.author.path }} avatar={16} /> : 'a deleted user'}
      {issue.tasks.count > 0 && (
        <>
          {' · '}
          <span className="whitespace-nowrap">{taskStatusText(issue.tasks)}</span>
        </>
      )}
    </>
  );
}

/** The main acts of the menu, which the palette offers first on this page. */
function paletteActions(
  { can, issue }: Shown,
  runs: Record<'edit' | 'close' | 'reopen' | 'move' | 'copy', () => void>,
) {
  const acts = [
    { id: 'edit', text: 'Edit issue', hotkey: 'issue.edit', isOffered: can.update },
    { id: 'close', text: 'Close issue', isOffered: can.close },
    { id: 'reopen', text: 'Reopen issue', isOffered: can.reopen },
    { id: 'move', text: 'Move issue', isOffered: can.admin && issue.movedTo === null },
    { id: 'copy', text: 'Copy reference', detail: issue.fullReference, isOffered: true },
  ] as const;
  return acts
    .filter(({ isOffered }) => isOffered)
    .map(({ isOffered: _isOffered, id, ...act }) => ({ ...act, id: `issue.${id}`, icon: 'issue', run: runs[id] }));
}

function MoreMenu({ page, onEdit }: { page: Shown; onEdit: () => void }) {
  const { issue, can, paths } = page;
  const toast = useToast();
  const navigate = useNavigate();
  /** The layer that is open. */
  const [layer, setLayer] = useState<'move' | 'clone' | 'report' | null>(null);
  const closeLayer = () => setLayer(null);
  const run = async (work: () => Promise<unknown>, failureText?: string) => {
    try {
      await work();
    } catch (error) {
      toast({ text: failureText ?? messageOf(error), tone: 'failed' });
    }
  };
  const change = (body: object, failureText?: string) =>
    run(() => api.put(paths.api, { body }).then(() => showSaved()), failureText);
  const close = async () => {
    if (await mayClose(page)) await change({ state_event: 'close' }, stateFailure('closing', 'issue'));
  };
  const reopen = () => change({ state_event: 'reopen' }, stateFailure('reopening', 'issue'));
  const copy = () => run(() => copyText(issue.fullReference));
  usePaletteActions(
    paletteActions(page, {
      edit: onEdit,
      close: () => void close(),
      reopen: () => void reopen(),
      move: () => setLayer('move'),
      copy: () => void copy(),
    }),
  );
  const remove = async () => {
    const isSure = await confirm({
      title: `Delete issue ${issue.reference}?`,
      text: 'All its comments and threads are deleted too. This cannot be undone.',
      action: 'Delete issue',
      danger: true,
    });
    if (isSure) await run(() => api.delete(paths.api).then(() => navigate(paths.list)));
  };
  return (
    <>
      <Menu align="end" trigger={<IconButton icon={Ellipsis} label="More actions" />}>
        {can.close && <MenuItem onSelect={() => void close()}>Close issue</MenuItem>}
        {can.reopen && <MenuItem onSelect={() => void reopen()}>Reopen issue</MenuItem>}
        {can.admin && (
          <MenuItem onSelect={() => void change({ confidential: !issue.confidential })}>
            {issue.confidential ? 'Make visible to everyone' : 'Make confidential'}
          </MenuItem>
        )}
        {can.lock && (
          <MenuItem onSelect={() => void change({ discussion_locked: !issue.discussionLocked })}>
            {issue.discussionLocked ? 'Unlock discussion' : 'Lock discussion'}
          </MenuItem>
        )}
        {can.admin && issue.movedTo === null && <MenuItem onSelect={() => setLayer('move')}>Move issue</MenuItem>}
        {can.admin && <MenuItem onSelect={() => setLayer('clone')}>Clone issue</MenuItem>}
        <MenuItem onSelect={() => void copy()}>Copy reference</MenuItem>
        {can.report && <MenuItem onSelect={() => setLayer('report')}>Report abuse</MenuItem>}
        {paths.new !== null && <MenuLinkItem href={paths.new}>New issue</MenuLinkItem>}
        {can.delete && (
          <>
            <MenuSeparator />
            <MenuItem danger onSelect={() => void remove()}>
              Delete issue
            </MenuItem>
          </>
        )}
      </Menu>
      {layer === 'move' && <MoveDialog page={page} onClose={closeLayer} />}
      {layer === 'clone' && <CloneDialog page={page} onClose={closeLayer} />}
      {layer === 'report' && (
        <Suspense>
          <ReportAbuse authorId={issue.author?.id} seenAt={paths.self} onClose={closeLayer} />
        </Suspense>
      )}
    </>
  );
}

export function IssueTitle({ page, onEdit }: { page: Shown; onEdit: () => void }) {
  const { issue, can, paths } = page;
  return (
    <PageHeader
      badge={<StateBadge state={issue.state === 'opened' ? 'open' : 'closed'} />}
      title={<NoteableTitle notes={page.notes} of={issue} path={paths.api} canEdit={can.update} />}
      meta={<Meta issue={issue} />}
      actions={
        <>
          {can.update && <Button onClick={onEdit}>Edit</Button>}
          <MoreMenu page={page} onEdit={onEdit} />
        </>
      }
    />
  );
}
