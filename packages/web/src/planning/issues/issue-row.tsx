import type { IssueListItem } from '@tributary/contract/planning/issue-page.ts';
import { taskStatusText } from '@tributary/contract/planning/task-status.ts';
import {
  CircleCheck,
  CircleDot,
  EyeOff,
  GitPullRequestArrow,
  ListTodo,
  MessageSquare,
  OctagonMinus,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDay } from '../../lib/calendar-day.ts';
import { formatCount, plural } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { AvatarStack } from '../../ui/avatar-stack.tsx';
import { Label } from '../../ui/label.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { IssueTypeBadge } from './issue-type-badge.tsx';

const STATES = {
  opened: [CircleDot, 'text-success', 'Open'],
  closed: [CircleCheck, 'text-failed', 'Closed'],
} as const;

export function IssueStateIcon({ state }: { state: IssueListItem['state'] }) {
  const [Icon, tone, word] = STATES[state];
  return (
    <span className={tone} title={word}>
      <Icon aria-hidden size={16} />
      <span className="sr-only">{word}</span>
    </span>
  );
}

function Count({ icon: Icon, value, text }: { icon: LucideIcon; value: number | string; text: string }) {
  return (
    <span className="flex items-center gap-1 text-sm text-fg-muted" title={text}>
      <Icon aria-hidden size={14} />
      <span aria-hidden>{value}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

function Facts({ item, showProject }: { item: IssueListItem; showProject: boolean }) {
  return (
    <>
      {showProject && <>{item.projectPath} </>}#{item.iid} ·{' '}
      {item.state === 'closed' && item.closedAt ? (
        <>
          closed <Time value={item.closedAt} />
        </>
      ) : (
        <>
          created <Time value={item.createdAt} />
        </>
      )}{' '}
      by {item.author ? <bdi>{item.author.name}</bdi> : 'a deleted user'}
      {item.milestone && (
        <>
          {' '}
          · <bdi>{item.milestone.title}</bdi>
        </>
      )}
      {item.dueDate !== null && (
        <>
          {' '}
          ·{' '}
          <span className={item.isOverdue ? 'font-medium text-failed' : ''}>
            {item.isOverdue ? 'was due' : 'due'} {formatDay(item.dueDate)}
          </span>
        </>
      )}
      {item.weight !== null && <> · weight {item.weight}</>}
    </>
  );
}

/** What decides whether to open it: title, state, who, how old, when it is due. */
export function IssueRow(props: {
  item: IssueListItem;
  showProject: boolean;
  /** What it is selected and moved by, where it can be. */
  handle?: ReactNode;
  className?: string | undefined;
}) {
  const { item, showProject, handle, className = '' } = props;
  const { tasks } = item;
  return (
    <ListRow
      className={className}
      leading={
        <>
          {handle}
          <IssueStateIcon state={item.state} />
        </>
      }
      title={<bdi>{item.title}</bdi>}
      href={item.path}
      badges={
        <>
          <IssueTypeBadge type={item.type} />
          {item.confidential && (
            <span className="inline-flex items-center gap-1 text-sm text-warning" title="Confidential">
              <EyeOff aria-hidden size={14} />
              <span className="sr-only">Confidential</span>
            </span>
          )}
          {item.labels.map((label) => (
            <Label key={label.id} title={label.name} color={label.color} description={label.description} />
          ))}
        </>
      }
      meta={<Facts item={item} showProject={showProject} />}
      trailing={
        <>
          {item.blockingCount > 0 && (
            <Count
              icon={OctagonMinus}
              value={item.blockingCount}
              text={`Blocks ${plural(item.blockingCount, 'open issue')}`}
            />
          )}
          {tasks.count > 0 && (
            <Count icon={ListTodo} value={`${tasks.completed}/${tasks.count}`} text={taskStatusText(tasks)} />
          )}
          {item.mergeRequestsCount > 0 && (
            <Count
              icon={GitPullRequestArrow}
              value={item.mergeRequestsCount}
              text={plural(item.mergeRequestsCount, 'related merge request')}
            />
          )}
          <AvatarStack label="Assigned to" people={item.assignees} size={20} max={3} />
          {item.notesCount > 0 && (
            <Count
              icon={MessageSquare}
              value={formatCount(item.notesCount)}
              text={plural(item.notesCount, 'comment')}
            />
          )}
        </>
      }
    />
  );
}
