import { lookOfPipeline } from '@tributary/contract/ci/status.ts';
import type { MergeRequestListItem } from '@tributary/contract/merge-requests/page.ts';
import { taskStatusText } from '@tributary/contract/planning/task-status.ts';
import {
  GitMerge,
  GitPullRequestArrow,
  GitPullRequestClosed,
  GitPullRequestDraft,
  ListTodo,
  type LucideIcon,
  MessageSquare,
  MessagesSquare,
  TriangleAlert,
  UserCheck,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Time } from '../../lib/time.tsx';
import { plural } from '../../lib/format.ts';
import { AvatarStack } from '../../ui/avatar-stack.tsx';
import { DiffStat } from '../../ui/diff-stat.tsx';
import { Label } from '../../ui/label.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { StatusIcon } from '../../ui/status-icon.tsx';
import { groupOf } from '../../projects/statuses/status-group.ts';

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
      {did === 'created' && item.updatedAt !== item.createdAt && (
        <>
          {' '}
          · updated <Time value={item.updatedAt} />
        </>
      )}
    </>
  );
}

function Fact({
  icon: Icon,
  value,
  text,
  tone = '',
}: {
  icon: LucideIcon;
  value: string;
  text: string;
  tone?: string;
}) {
  return (
    <span className={`flex items-center gap-1 text-sm ${tone}`} title={text}>
      <Icon aria-hidden size={14} />
      <span aria-hidden>{value}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

function Approvals({ item: { reviewers } }: { item: MergeRequestListItem }) {
  const of = (state: MergeRequestListItem['reviewers'][number]['state']) =>
    reviewers.filter((reviewer) => reviewer.state === state).length;
  const [approved, refused] = [of('approved'), of('requested_changes')];
  if (refused > 0)
    return <Fact icon={TriangleAlert} value={`${refused}`} text="Changes requested" tone="text-warning" />;
  if (approved === 0) return null;
  const text = `Approved by ${approved} of ${plural(reviewers.length, 'reviewer')}`;
  return <Fact icon={UserCheck} value={`${approved}/${reviewers.length}`} text={text} tone="text-success" />;
}

function Tasks({ item: { tasks } }: { item: MergeRequestListItem }) {
  if (tasks.count === 0) return null;
  return <Fact icon={ListTodo} value={`${tasks.completed}/${tasks.count}`} text={taskStatusText(tasks)} />;
}

function Threads({ item: { threads, notesCount } }: { item: MergeRequestListItem }) {
  const { total, resolved } = threads;
  if (total === 0 && notesCount === 0) return null;
  if (total === 0) return <Fact icon={MessageSquare} value={`${notesCount}`} text={plural(notesCount, 'comment')} />;
  const text = `${resolved} of ${plural(total, 'thread')} resolved, ${plural(notesCount, 'comment')}`;
  return <Fact icon={MessagesSquare} value={`${resolved}/${total}`} text={text} />;
}

function PipelineStatus({ item: { path, pipelineStatus } }: { item: MergeRequestListItem }) {
  if (pipelineStatus === null) return null;
  const look = lookOfPipeline(pipelineStatus, false);
  const label = `Pipeline: ${look.label}`;
  return (
    <a href={`${path}/pipelines`} aria-label={label} title={label} className="control inline-flex rounded-sm">
      <StatusIcon group={groupOf(look)} label={label} size={16} />
    </a>
  );
}

function Size({ item: { addedLines, removedLines } }: { item: MergeRequestListItem }) {
  if (addedLines === null || removedLines === null) return null;
  return <DiffStat added={addedLines} removed={removedLines} bar={false} isZeroHidden />;
}

/** Columns of one width in every row where there is room for them; on narrow screens what is there, in one line. */
const column = 'flex items-center gap-2 empty:hidden md:justify-end md:empty:flex';

/** What decides whether to open it: title, state, who, how old, conflicts, threads. */
export function MergeRequestRow(props: {
  item: MergeRequestListItem;
  showProject: boolean;
  /** What selects it, where rows are selected. */
  box?: ReactNode;
}) {
  const { item, showProject, box } = props;
  return (
    <ListRow
      leading={
        <>
          {box}
          <StateIcon item={item} />
        </>
      }
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
          <span className={`${column} md:w-4`}>
            <PipelineStatus item={item} />
          </span>
          {item.hasConflicts && (
            <span className="text-warning" title="Has conflicts">
              <TriangleAlert aria-hidden size={14} />
              <span className="sr-only">Has conflicts</span>
            </span>
          )}
          <span className={`${column} md:w-10`}>
            <Tasks item={item} />
          </span>
          <span className={`${column} md:w-10`}>
            <Threads item={item} />
          </span>
          <span className={`${column} md:w-10`}>
            <Approvals item={item} />
          </span>
          <span className={`${column} md:w-16`}>
            <AvatarStack label="Reviewers" people={item.reviewers} size={20} max={3} />
          </span>
          <span className={`${column} md:w-16`}>
            <AvatarStack label="Assigned to" people={item.assignees} size={20} max={3} />
          </span>
          <span className={`${column} md:w-24`}>
            <Size item={item} />
          </span>
        </>
      }
    />
  );
}
