import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { taskStatusText } from '@tributary/contract/planning/task-status.ts';
import { Code, Ellipsis } from 'lucide-react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EditableTitle } from '../../ui/editable-title.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyPopover } from '../../ui/lazy-popover.tsx';
import { Menu, MenuItem, MenuLinkItem, MenuSeparator } from '../../ui/menu.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

import { StateBadge } from '../../ui/state-badge.tsx';
import { useToast } from '../../ui/toast.tsx';
import { UserLink } from '../../ui/user-link.tsx';
import { withDraft } from '../form/draft-title.ts';

type Shown = MergeRequestShowPageData;

export function badgeState(mr: Shown['mergeRequest']) {
  if (mr.state === 'merged' || mr.state === 'closed') return mr.state;
  return mr.draft ? 'draft' : 'open';
}

function BranchName({ name, href }: { name: string; href: string | null }) {
  const shape = 'inline-block max-w-80 truncate rounded-sm bg-sunken px-1.5 align-bottom font-mono text-code';
  return href === null ? (
    <span className={`${shape} text-fg-muted line-through`} title={`${name} does not exist any more`}>
      {name}
    </span>
  ) : (
    <a href={href} className={`${shape} hover:underline`} title={name}>
      {name}
    </a>
  );
}

function Meta({ page }: { page: Shown }) {
  const { mergeRequest: mr } = page;
  const { source, target } = mr;
  return (
    <>
      {mr.author ? <UserLink user={{ ...mr.author, href: mr.author.path }} avatar={16} /> : <span>A deleted user</span>}{' '}
      {mr.state === 'merged' ? 'merged' : 'wants to merge'}{' '}
      <BranchName
        name={mr.isFork && source ? `${source.projectPath}:${source.branch}` : (source?.branch ?? 'a deleted project')}
        href={source?.treePath ?? null}
      />
      {source && (
        <CopyButton
          text={source.branch}
          label="Copy source branch"
          size="sm"
          className="-my-2 align-middle max-sm:-my-3"
        />
      )}{' '}
      into <BranchName name={target.branch} href={target.treePath} /> · <Time value={mr.createdAt} />
      {mr.tasks.count > 0 && <> · {taskStatusText(mr.tasks)}</>}
    </>
  );
}

/** How to have the branch in a clone. */
function checkoutCommands(mr: Shown['mergeRequest']): string {
  if (mr.isFork)
    return `git fetch origin refs/merge-requests/${mr.iid}/head\ngit switch --create review-${mr.iid} FETCH_HEAD`;
  return `git fetch origin\ngit switch ${mr.source?.branch ?? ''}`;
}

function CodeMenu({ page }: { page: Shown }) {
  const { mergeRequest: mr, paths } = page;
  return (
    <LazyPopover
      title="Check out locally"
      align="end"
      width="lg"
      padded
      trigger={
        <Button icon={Code} size="md">
          Code
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <CodeBlock text={checkoutCommands(mr)} label="Commands" />
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <a href={paths.patch} data-native download className="text-accent-fg hover:underline">
            Download patches
          </a>
          <a href={paths.plainDiff} data-native download className="text-accent-fg hover:underline">
            Download plain diff
          </a>
        </p>
      </div>
    </LazyPopover>
  );
}

function MoreMenu({ page }: { page: Shown }) {
  const { mergeRequest: mr, can, paths } = page;
  const toast = useToast();
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work();
      await reloadPage();
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    }
  };
  const draftTitle = withDraft(mr.title, !mr.draft);
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label="More actions" />}>
      {can.update && mr.state === 'opened' && (
        <MenuItem onSelect={() => void run(() => api.put(paths.api, { body: { title: draftTitle } }))}>
          {mr.draft ? 'Mark as ready' : 'Mark as draft'}
        </MenuItem>
      )}
      {can.close && (
        <MenuItem onSelect={() => void run(() => api.put(paths.api, { body: { state_event: 'close' } }))}>
          Close merge request
        </MenuItem>
      )}
      {can.reopen && (
        <MenuItem onSelect={() => void run(() => api.put(paths.api, { body: { state_event: 'reopen' } }))}>
          Reopen merge request
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuLinkItem href={paths.plainDiff} native>
        Plain diff
      </MenuLinkItem>
    </Menu>
  );
}

export function TitleRow({ page }: { page: Shown }) {
  const { can, paths, mergeRequest: mr } = page;
  return (
    <PageHeader
      badge={<StateBadge state={badgeState(mr)} />}
      title={
        <EditableTitle
          title={mr.title}
          titleHtml={mr.titleHtml}
          reference={mr.reference}
          canEdit={can.update}
          onSave={(title) =>
            api.put(paths.api, { body: { title, last_known_updated_at: mr.version } }).then(() => reloadPage())
          }
        />
      }
      meta={<Meta page={page} />}
      actions={
        <>
          {can.update && (
            <Button asChild>
              <a href={paths.edit}>Edit</a>
            </Button>
          )}
          <CodeMenu page={page} />
          <MoreMenu page={page} />
        </>
      }
    />
  );
}
