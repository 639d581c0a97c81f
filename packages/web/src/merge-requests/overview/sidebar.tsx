import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { TodoButton } from '../../notifications/todo-button.tsx';
import { Label } from '../../ui/label.tsx';
import { Switch } from '../../ui/switch.tsx';
import { UserLink } from '../../ui/user-link.tsx';
import { EditChoice } from '../../planning/sidebar/edit-choice.tsx';
import { findLabels, findMilestones, findPeople } from '../../planning/sidebar/find-options.ts';
import { linkedPerson, personOption, SideBlock, SideNone } from '../../planning/sidebar/side-block.tsx';
import { Approvals } from './approvals.tsx';
import { ReviewerRow } from './reviewer-row.tsx';

type Shown = MergeRequestShowPageData;

function People({ page, save }: { page: Shown; save: (body: object) => Promise<unknown> }) {
  const { mergeRequest: mr, can } = page;
  const load = (query: string, signal: AbortSignal) => findPeople(mr.projectId, query, signal);
  return (
    <>
      <SideBlock
        title="Reviewers"
        edit={
          can.assign && (
            <EditChoice
              title="Reviewers"
              multiple
              value={mr.reviewers.map(personOption)}
              load={load}
              save={(ids) => save({ reviewer_ids: ids.map(Number) })}
            />
          )
        }
      >
        {mr.reviewers.length === 0 ? (
          <SideNone />
        ) : (
          <ul>
            {mr.reviewers.map((each) => (
              <ReviewerRow key={each.id} reviewer={each} />
            ))}
          </ul>
        )}
      </SideBlock>
      <SideBlock
        title="Assignees"
        edit={
          can.assign && (
            <EditChoice
              title="Assignees"
              hotkey={{ keys: 'a', group: 'Merge request' }}
              multiple
              value={mr.assignees.map(personOption)}
              load={load}
              save={(ids) => save({ assignee_ids: ids.map(Number) })}
            />
          )
        }
      >
        {mr.assignees.length === 0 ? (
          <SideNone />
        ) : (
          <ul>
            {mr.assignees.map((each) => (
              <li key={each.id} className="flex min-h-7 items-center">
                <UserLink user={linkedPerson(each)} avatar={20} />
              </li>
            ))}
          </ul>
        )}
      </SideBlock>
    </>
  );
}

function Planning({ page, save }: { page: Shown; save: (body: object) => Promise<unknown> }) {
  const { mergeRequest: mr, can, paths } = page;
  return (
    <>
      <SideBlock
        title="Labels"
        edit={
          can.label && (
            <EditChoice
              title="Labels"
              hotkey={{ keys: 'l', group: 'Merge request' }}
              multiple
              value={mr.labels.map((label) => ({ id: label.name, text: label.name }))}
              load={(query, signal) => findLabels(mr.projectId, query, signal)}
              save={(names) => save({ labels: names.join(',') })}
            />
          )
        }
      >
        {mr.labels.length === 0 ? (
          <SideNone />
        ) : (
          <p className="flex flex-wrap gap-1">
            {mr.labels.map((label) => (
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
          can.label && (
            <EditChoice
              title="Milestone"
              hotkey={{ keys: 'm', group: 'Merge request' }}
              multiple={false}
              value={mr.milestone ? [{ id: String(mr.milestone.id), text: mr.milestone.title }] : []}
              load={(query, signal) => findMilestones(mr.projectId, query, signal)}
              save={(ids) => save({ milestone_id: Number(ids[0] ?? 0) })}
            />
          )
        }
      >
        {mr.milestone ? (
          <a href={mr.milestone.path} className="hover:underline">
            <bdi>{mr.milestone.title}</bdi>
          </a>
        ) : (
          <SideNone />
        )}
      </SideBlock>
    </>
  );
}

/** Who is in it, how it is planned, and how the reader hears of it. */
export function MergeRequestSidebar({ page }: { page: Shown }) {
  const { mergeRequest: mr, can, paths } = page;
  const save = (body: object) => api.put(paths.api, { body });
  const [isSubscribed, setSubscribed] = useState(mr.isSubscribed);
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
      <People page={page} save={save} />
      <SideBlock title="Approvals">
        <Approvals page={page} />
      </SideBlock>
      <Planning page={page} save={save} />
      <SideBlock title={`Participants (${mr.participants.length})`}>
        <ul className="flex flex-wrap gap-x-3">
          {mr.participants.map((each) => (
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
            <TodoButton todoId={mr.todoId} itemApi={paths.api} />
          </div>
        </SideBlock>
      )}
      {can.lock && (
        <SideBlock title="Discussion">
          <Switch
            label="Locked"
            hint="Only project members can comment."
            checked={mr.discussionLocked}
            onCheckedChange={(locked) => void save({ discussion_locked: locked }).then(() => reloadPage())}
          />
        </SideBlock>
      )}
    </div>
  );
}
