import type { IssueShowPageData } from '@tributary/contract/planning/issue-page.ts';
import { Ellipsis, EyeOff, Lock } from 'lucide-react';
import { useState } from 'react';
import { reloadPage, useNavigate } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { copyText } from '../../lib/copy.ts';
import { focusSoon } from '../../lib/focus-soon.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLinkItem, MenuSeparator } from '../../ui/menu.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useToast } from '../../ui/toast.tsx';
import { TrustedHtml } from '../../ui/trusted-html.tsx';
import { UserLink } from '../../ui/user-link.tsx';

type Shown = IssueShowPageData;

/** Badges for what limits who reads and writes. */
function Limits({ issue }: { issue: Shown['issue'] }) {
  return (
    <>
      {issue.confidential && (
        <span className="inline-flex items-center gap-1 text-warning">
          <EyeOff aria-hidden size={14} />
          Confidential
        </span>
      )}
      {issue.discussionLocked && (
        <span className="inline-flex items-center gap-1">
          <Lock aria-hidden size={14} />
          Locked
        </span>
      )}
    </>
  );
}

function Meta({ issue }: { issue: Shown['issue'] }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Limits issue={issue} />
      <span>
        Opened <Time value={issue.createdAt} /> by{' '}
        {issue.author ? <UserLink user={{ ...issue.author, href: issue.author.path }} avatar={16} /> : 'a deleted user'}
      </span>
      {issue.tasks.count > 0 && (
        <span>
          · {issue.tasks.completed} of {issue.tasks.count} tasks done
        </span>
      )}
    </span>
  );
}

function MoreMenu({ page }: { page: Shown }) {
  const { issue, can, paths } = page;
  const toast = useToast();
  const navigate = useNavigate();
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    }
  };
  const change = (body: object) => run(() => api.put(paths.api, { body }).then(() => reloadPage()));
  const remove = async () => {
    const isSure = await confirm({
      title: `Delete issue ${issue.reference}?`,
      text: 'All that was said about it goes with it. This cannot be undone.',
      action: 'Delete issue',
      danger: true,
    });
    if (isSure) await run(() => api.delete(paths.api).then(() => navigate(paths.list)));
  };
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label="More actions" />}>
      {can.close && <MenuItem onSelect={() => void change({ state_event: 'close' })}>Close issue</MenuItem>}
      {can.reopen && <MenuItem onSelect={() => void change({ state_event: 'reopen' })}>Reopen issue</MenuItem>}
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
      <MenuItem onSelect={() => void run(() => copyText(issue.fullReference))}>Copy reference</MenuItem>
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
  );
}

/** The title, changed in place by those who may. */
function Title({ page }: { page: Shown }) {
  const { issue, can, paths } = page;
  const [text, setText] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const close = () => {
    setText(null);
    setError(null);
    focusSoon(() => document.querySelector<HTMLElement>('h1'), { ifLost: true });
  };
  const save = async () => {
    if (text === null) return;
    if (text.trim() === '' || text === issue.title) return close();
    try {
      await api.put(paths.api, { body: { title: text, last_known_updated_at: issue.version } });
      await reloadPage();
      close();
    } catch (failure) {
      setError(messageOf(failure));
    }
  };
  if (text === null) {
    return (
      <span className="group">
        <TrustedHtml as="bdi" html={issue.titleHtml} className="break-words" />{' '}
        <span className="font-normal text-fg-muted">{issue.reference}</span>
        {can.update && (
          <Button
            size="sm"
            variant="ghost"
            className="ml-2 opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
            onClick={() => setText(issue.title)}
          >
            Edit title
          </Button>
        )}
      </span>
    );
  }
  return (
    <span className="flex flex-col gap-1">
      <input
        aria-label="Title"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field was just asked for
        autoFocus
        value={text}
        maxLength={255}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save();
          if (event.key === 'Escape') close();
        }}
        className="control w-full rounded-md border border-line-strong bg-surface px-2 text-h1"
      />
      {error !== null && (
        <span role="alert" className="text-sm font-normal text-failed">
          {error}
        </span>
      )}
    </span>
  );
}

export function IssueTitle({ page, onEdit }: { page: Shown; onEdit: () => void }) {
  return (
    <PageHeader
      badge={<StateBadge state={page.issue.state === 'opened' ? 'open' : 'closed'} />}
      title={<Title page={page} />}
      meta={<Meta issue={page.issue} />}
      actions={
        <>
          {page.can.update && <Button onClick={onEdit}>Edit</Button>}
          <MoreMenu page={page} />
        </>
      }
    />
  );
}
