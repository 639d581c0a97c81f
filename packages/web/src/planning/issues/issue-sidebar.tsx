import type { IssueShowPageData } from '@tributary/contract/planning/issue-page.ts';
import { useState } from 'react';
import { useShell } from '../../app/navigation.tsx';
import { showSaved } from '../../app/show-saved.ts';
import { formatDay } from '../../lib/calendar-day.ts';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { EditValue } from '../sidebar/edit-value.tsx';
import {
  AssigneesBlock,
  LabelsBlock,
  LockBlock,
  MilestoneBlock,
  NotificationsBlock,
  ParticipantsBlock,
} from '../sidebar/item-blocks.tsx';
import { SideBlock, SideNone } from '../sidebar/side-block.tsx';
import { TimeBlock } from '../sidebar/time-block.tsx';

type Part = { page: IssueShowPageData; save: (body: object) => Promise<unknown> };

const KEYS_GROUP = 'Issue';

/** Nobody has it: who reads it can take it. */
function NoAssignee({ page, save }: Part) {
  const { viewer } = useShell();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const assignSelf = async (id: number) => {
    setBusy(true);
    try {
      await save({ add_assignee_ids: [id] });
      await showSaved();
    } catch {
      toast({ text: 'Something went wrong while updating assignees', tone: 'failed' });
    }
    setBusy(false);
  };
  return (
    <SideNone>
      None
      {viewer !== null && page.can.update && (
        <>
          {' –'}
          {/* One space between the words, whatever ground the button has. */}
          <Button size="sm" variant="ghost" className="-ml-1" busy={isBusy} onClick={() => void assignSelf(viewer.id)}>
            Assign to me
          </Button>
        </>
      )}
    </SideNone>
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
              type="text"
              inputMode="numeric"
              value={issue.weight === null ? '' : String(issue.weight)}
              save={(weight) => save({ weight })}
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
  const part = { item: issue, save, mayChange: can.admin, keysGroup: KEYS_GROUP };
  return (
    <div>
      <AssigneesBlock {...part} none={<NoAssignee page={page} save={save} />} />
      <LabelsBlock {...part} listPath={paths.list} />
      <MilestoneBlock {...part} />
      <Dates page={page} save={save} />
      <TimeBlock time={issue.time} api={paths.api} mayChange={can.admin} />
      <ParticipantsBlock item={issue} />
      {can.subscribe && <NotificationsBlock item={issue} paths={paths} />}
      {can.lock && <LockBlock item={issue} save={save} />}
    </div>
  );
}
