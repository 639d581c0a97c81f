import type { IssueShowPageData } from '@tributary/contract/planning/issue-page.ts';
import { useState } from 'react';
import { reloadPage, useShell } from '../../app/navigation.tsx';
import { formatDay } from '../../lib/calendar-day.ts';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { Label } from '../../ui/label.tsx';
import { TodoButton } from '../../notifications/todo-button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { UserLink } from '../../ui/user-link.tsx';
import { EditChoice } from '../sidebar/edit-choice.tsx';
import { EditValue } from '../sidebar/edit-value.tsx';
import { findLabels, findMilestones, findPeople } from '../sidebar/find-options.ts';
import { linkedPerson, personOption, SideBlock, SideNone } from '../sidebar/side-block.tsx';
import { TimeBlock } from './time-block.tsx';

type Part = { page: IssueShowPageData; save: (body: object) => Promise<unknown> };

const GROUP = 'Issue';

function Assignees({ page, save }: Part) {
  const { issue, can } = page;
  const { viewer } = useShell();
  const isOn = issue.assignees.some((each) => each.id === viewer?.id);
  const assignSelf = async () => {
    await save({ assignee_ids: [...issue.assignees.map((each) => each.id), viewer?.id ?? 0] });
    await reloadPage();
  };
  return (
    <SideBlock
      title="Assignees"
      edit={
        can.admin && (
          <EditChoice
            title="Assignees"
            multiple
            hotkey={{ keys: 'a', group: GROUP }}
            value={issue.assignees.map((each) => personOption(each))}
            load={(query, signal) => findPeople(issue.projectId, query, signal)}
            save={(ids) => save({ assignee_ids: ids.map(Number) })}
          />
        )
      }
    >
      {issue.assignees.length === 0 && (
        <SideNone>
          None
          {viewer !== null && can.update && !isOn && (
            <>
              {' – '}
              <Button size="sm" variant="ghost" onClick={() => void assignSelf()}>
                Assign to me
              </Button>
            </>
          )}
        </SideNone>
      )}
      <ul>
        {issue.assignees.map((each) => (
          <li key={each.id} className="flex min-h-7 items-center">
            <UserLink user={linkedPerson(each)} avatar={20} />
          </li>
        ))}
      </ul>
    </SideBlock>
  );
}

function Planning({ page, save }: Part) {
  const { issue, can, paths } = page;
  return (
    <>
      <SideBlock
        title="Labels"
        edit={
          can.admin && (
            <EditChoice
              title="Labels"
              multiple
              hotkey={{ keys: 'l', group: GROUP }}
              value={issue.labels.map((label) => ({ id: label.name, text: label.name }))}
              load={(query, signal) => findLabels(issue.projectId, query, signal)}
              save={(names) => save({ labels: names.join(',') })}
            />
          )
        }
      >
        {issue.labels.length === 0 ? (
          <SideNone />
        ) : (
          <p className="flex flex-wrap gap-1">
            {issue.labels.map((label) => (
              <Label
                key={label.id}
                title={label.name}
                color={label.color}
                description={label.description}
                href={`${paths.list}?label_name[]=${encodeURIComponent(label.name)}`}
              />
            ))}
          </p>
        )}
      </SideBlock>
      <SideBlock
        title="Milestone"
        edit={
          can.admin && (
            <EditChoice
              title="Milestone"
              multiple={false}
              hotkey={{ keys: 'm', group: GROUP }}
              value={issue.milestone ? [{ id: String(issue.milestone.id), text: issue.milestone.title }] : []}
              load={(query, signal) => findMilestones(issue.projectId, query, signal)}
              save={(ids) => save({ milestone_id: Number(ids[0] ?? 0) })}
            />
          )
        }
      >
        {issue.milestone ? (
          <a href={issue.milestone.path} className="hover:underline">
            <bdi>{issue.milestone.title}</bdi>
          </a>
        ) : (
          <SideNone />
        )}
      </SideBlock>
    </>
  );
}

function Dates({ page, save }: Part) {
  const { issue, can } = page;
  return (
    <>
      <SideBlock
        title="Due date"
        edit={
          can.admin && (
            <EditValue
              title="Due date"
              type="date"
              value={issue.dueDate ?? ''}
              save={(day) => save({ due_date: day === '' ? null : day })}
            />
          )
        }
      >
        {issue.dueDate === null ? (
          <SideNone />
        ) : (
          <p className={issue.isOverdue ? 'font-medium text-failed' : ''}>
            {formatDay(issue.dueDate)}
            {issue.isOverdue && ' (past due)'}
          </p>
        )}
      </SideBlock>
      <SideBlock
        title="Weight"
        edit={
          can.admin && (
            <EditValue
              title="Weight"
              type="number"
              value={issue.weight === null ? '' : String(issue.weight)}
              save={(weight) => save({ weight: weight === '' ? null : Number(weight) })}
            />
          )
        }
      >
        {issue.weight === null ? <SideNone /> : <p>{issue.weight}</p>}
      </SideBlock>
    </>
  );
}

/** Who is on it, how it is planned, and how the reader hears of it. */
export function IssueSidebar({ page }: { page: IssueShowPageData }) {
  const { issue, can, paths } = page;
  const save = (body: object) => api.put(paths.api, { body });
  const [isSubscribed, setSubscribed] = useState(issue.isSubscribed);
  const subscribe = async (wanted: boolean) => {
    setSubscribed(wanted);
    try {
      await api.post(`${paths.api}/${wanted ? 'subscribe' : 'unsubscribe'}`);
    } catch {
      setSubscribed(!wanted);
    }
  };
  return (
    <div>
      <Assignees page={page} save={save} />
      <Planning page={page} save={save} />
      <Dates page={page} save={save} />
      <TimeBlock time={issue.time} api={paths.api} mayChange={can.admin} />
      <SideBlock title={`Participants (${issue.participants.length})`}>
        <ul className="flex flex-wrap gap-x-3">
          {issue.participants.map((each) => (
            <li key={each.id} className="flex min-h-7 items-center">
              <UserLink user={linkedPerson(each)} avatar={20} />
            </li>
          ))}
        </ul>
      </SideBlock>
      {can.subscribe && (
        <SideBlock title="Notifications">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Switch label="Subscribed" checked={isSubscribed} onCheckedChange={(wanted) => void subscribe(wanted)} />
            <TodoButton todoId={issue.todoId} itemApi={paths.api} />
          </div>
        </SideBlock>
      )}
      {can.lock && (
        <SideBlock title="Discussion">
          <Switch
            label="Locked"
            hint="Only project members can comment."
            checked={issue.discussionLocked}
            onCheckedChange={(locked) => void save({ discussion_locked: locked }).then(() => reloadPage())}
          />
        </SideBlock>
      )}
    </div>
  );
}
