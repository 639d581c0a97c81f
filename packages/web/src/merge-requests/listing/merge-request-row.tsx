import type { MergeRequestListItem } from '@tributary/contract/merge-requests/page.ts';
import { taskStatusText } from '@tributary/contract/planning/task-status.ts';
import {
  GitMerge,
  GitPullRequestArrow,
  GitPullRequestClosed,
  GitPullRequestDraft,
  ListTodo,
  MessageSquare,
  TriangleAlert,
} from 'lucide-react';
import { Time } from '../../lib/time.tsx';
import { AvatarStack } from '../../ui/avatar-stack.tsx';
import { Label } from '../../ui/label.tsx';
import { ListRow } from '../../ui/list-row.tsx';

const STATES = {
  opened: [GitPullRequestArrow, 'text-success', 'Open'],
  locked: [GitPullRequestArrow, 'text-success', 'Open'],
  merged: [GitMerge, 'text-merged', 'Merged'],
  closed: [GitPullRequestClosed, 'text-failed', 'Closed'],
  draft: [GitPullRequestDraft, 'text-fg-muted', 'Draft'],
} as const;

function StateIcon({ item }: { item: MergeRequestListItem }) {
  const [Icon, tone, word] = STATES[item.state === 'opened' && item.draft ? 'draft' : item.state];
  return (
    <span className={tone} title={word}>
      <Icon aria-hidden size={16} />
      <span className="sr-only">{word}</span>
    </span>
  );
}

/** The last that happened to it: when, and by whom. */
function lastAct({ state, author, mergedAt, mergedBy, closedAt, closedBy, createdAt }: MergeRequestListItem) {
  if (state === 'merged' && mergedAt) return { did: 'merged', at: mergedAt, by: mergedBy };
  if (state === 'closed' && closedAt) return { did: 'closed', at: closedAt, by: closedBy };
  return { did: 'created', at: createdAt, by: author };
}

function When({ item }: { item: MergeRequestListItem }) {
  const { did, at, by } = lastAct(item);
  return (
    <>
      {did} <Time value={at} /> by {by ? <bdi>{by.name}</bdi> : 'a deleted user'}
    </>
  );
}

function Tasks({ item: { tasks } }: { item: MergeRequestListItem }) {
  if (tasks.count === 0) return null;
  const text = taskStatusText(tasks);
  return (
    <span className="flex items-center gap-1 text-sm text-fg-muted" title={text}>
      <ListTodo aria-hidden size={14} />
      <span aria-hidden>{`${tasks.completed}/${tasks.count}`}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

function Threads({ item }: { item: MergeRequestListItem }) {
  const { total, resolved } = item.threads;
  if (total === 0 && item.notesCount === 0) return null;
  const text = total > 0 ? `${resolved} of ${total} threads resolved` : `${item.notesCount} comments`;
  return (
    <span className="flex items-center gap-1 text-sm text-fg-muted" title={text}>
      <MessageSquare aria-hidden size={14} />
      <span aria-hidden>{total > 0 ? `${resolved}/${total}` : item.notesCount}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** What decides whether to open it: title, state, who, how old, conflicts, threads. */
export function MergeRequestRow({ item, showProject }: { item: MergeRequestListItem; showProject: boolean }) {
  return (
    <ListRow
      leading={<StateIcon item={item} />}
      title={<bdi>{item.title}</bdi>}
      href={item.path}
      badges={item.labels.map((label) => (
        <Label key={label.id} title={label.name} color={label.color} description={label.description} />
      ))}
      meta={
        <>
          {showProject && <>{item.projectPath} </>}!{item.iid} · <When item={item} />
          {item.showsTarget && (
            <>
              {' '}
              into <span className="font-mono">{item.targetBranch}</span>
            </>
          )}
          {item.milestone && (
            <>
              {' '}
              · <bdi>{item.milestone.title}</bdi>
            </>
          )}
        </>
      }
      trailing={
        <>
          {item.hasConflicts && (
            <span className="text-warning" title="Has conflicts">
              <TriangleAlert aria-hidden size={14} />
              <span className="sr-only">Has conflicts</span>
            </span>
          )}
          <AvatarStack label="Reviewers" people={item.reviewers} size={20} max={3} />
          <AvatarStack label="Assigned to" people={item.assignees} size={20} max={3} />
          <Tasks item={item} />
          <Threads item={item} />
        </>
      }
    />
  );
}
