import type { MergeRequestShowPageData, PageReviewer } from '@tributary/contract/merge-requests/page.ts';
import type { PagePerson } from '@tributary/contract/planning/page.ts';
import { Check, CircleDashed, CircleX, Eye } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { messageOf } from '../../lib/app-error.ts';
import { TodoButton } from '../../notifications/todo-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Label } from '../../ui/label.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Switch } from '../../ui/switch.tsx';
import { UserLink } from '../../ui/user-link.tsx';
import { findLabels, findMilestones, findPeople } from './sidebar-queries.ts';

type Shown = MergeRequestShowPageData;

function Block({ title, edit, children }: { title: string; edit?: ReactNode; children: ReactNode }) {
  return (
    <div role="group" aria-label={title} className="border-b py-3 last:border-b-0">
      <div className="flex min-h-7 items-center justify-between">
        <h3 className="text-sm font-medium text-fg-muted">{title}</h3>
        {edit}
      </div>
      {children}
    </div>
  );
}

function None({ children = 'None' }: { children?: ReactNode }) {
  return <p className="text-fg-faint">{children}</p>;
}

function linked(person: PagePerson) {
  return {
    id: person.id,
    name: person.name,
    username: person.username,
    avatarUrl: person.avatarUrl,
    href: person.path,
  };
}

const REVIEWER_ICONS = {
  approved: [Check, 'Approved', 'text-success'],
  requested_changes: [CircleX, 'Requested changes', 'text-failed'],
  reviewed: [Eye, 'Reviewed', 'text-notice'],
  review_started: [Eye, 'Reviewing', 'text-fg-muted'],
  unreviewed: [CircleDashed, 'Awaiting review', 'text-fg-faint'],
  unapproved: [CircleDashed, 'Approval withdrawn', 'text-fg-faint'],
} as const;

function ReviewerRow({ reviewer }: { reviewer: PageReviewer }) {
  const [Icon, text, tone] = REVIEWER_ICONS[reviewer.state];
  return (
    <li className="flex min-h-7 items-center justify-between gap-2">
      <UserLink user={linked(reviewer)} avatar={20} />
      <span title={text} className={tone}>
        <Icon aria-hidden size={14} />
        <span className="sr-only">{text}</span>
      </span>
    </li>
  );
}

/** Picks several things and saves them in one request when the layer closes. */
function EditChoice(props: {
  title: string;
  value: ComboboxOption[];
  multiple: boolean;
  load: (query: string, signal: AbortSignal) => Promise<ComboboxOption[]>;
  save: (ids: string[]) => Promise<unknown>;
}) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(props.value);
  const [error, setError] = useState<string | undefined>();
  const close = async (open: boolean) => {
    if (open) {
      setChosen(props.value);
      setError(undefined);
      return setOpen(true);
    }
    const ids = chosen.map((option) => option.id);
    const isSame = ids.join() === props.value.map((option) => option.id).join();
    if (isSame) return setOpen(false);
    try {
      await props.save(ids);
      await reloadPage();
      setOpen(false);
    } catch (failure) {
      setError(messageOf(failure));
    }
    return undefined;
  };
  return (
    <Popover
      align="end"
      title={props.title}
      open={isOpen}
      onOpenChange={(open) => void close(open)}
      trigger={
        <Button size="sm" variant="ghost" aria-label={`Edit ${props.title.toLowerCase()}`}>
          Edit
        </Button>
      }
    >
      <Combobox
        label={props.title}
        labelHidden
        multiple={props.multiple}
        value={chosen}
        onValueChange={setChosen}
        load={props.load}
        error={error}
        placeholder="Search"
      />
    </Popover>
  );
}

function personOption(person: PagePerson): ComboboxOption {
  return { id: String(person.id), text: person.name, detail: `@${person.username}` };
}

function People({ page, save }: { page: Shown; save: (body: object) => Promise<unknown> }) {
  const { mergeRequest: mr, can } = page;
  const load = (query: string, signal: AbortSignal) => findPeople(mr.projectId, query, signal);
  return (
    <>
      <Block
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
          <None />
        ) : (
          <ul>
            {mr.reviewers.map((each) => (
              <ReviewerRow key={each.id} reviewer={each} />
            ))}
          </ul>
        )}
      </Block>
      <Block
        title="Assignees"
        edit={
          can.assign && (
            <EditChoice
              title="Assignees"
              multiple
              value={mr.assignees.map(personOption)}
              load={load}
              save={(ids) => save({ assignee_ids: ids.map(Number) })}
            />
          )
        }
      >
        {mr.assignees.length === 0 ? (
          <None />
        ) : (
          <ul>
            {mr.assignees.map((each) => (
              <li key={each.id} className="flex min-h-7 items-center">
                <UserLink user={linked(each)} avatar={20} />
              </li>
            ))}
          </ul>
        )}
      </Block>
    </>
  );
}

function Planning({ page, save }: { page: Shown; save: (body: object) => Promise<unknown> }) {
  const { mergeRequest: mr, can, paths } = page;
  return (
    <>
      <Block
        title="Labels"
        edit={
          can.label && (
            <EditChoice
              title="Labels"
              multiple
              value={mr.labels.map((label) => ({ id: label.name, text: label.name }))}
              load={(query, signal) => findLabels(mr.projectId, query, signal)}
              save={(names) => save({ labels: names.join(',') })}
            />
          )
        }
      >
        {mr.labels.length === 0 ? (
          <None />
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
      </Block>
      <Block
        title="Milestone"
        edit={
          can.label && (
            <EditChoice
              title="Milestone"
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
          <None />
        )}
      </Block>
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
      <Planning page={page} save={save} />
      <Block title={`Participants (${mr.participants.length})`}>
        <ul className="flex flex-wrap gap-x-3">
          {mr.participants.map((each) => (
            <li key={each.id} className="flex min-h-7 items-center">
              <UserLink user={linked(each)} avatar={20} />
            </li>
          ))}
        </ul>
      </Block>
      {can.subscribe && (
        <Block title="Notifications">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Switch label="Subscribed" checked={isSubscribed} onCheckedChange={(wanted) => void subscribe(wanted)} />
            <TodoButton todoId={mr.todoId} itemApi={paths.api} />
          </div>
        </Block>
      )}
      {can.lock && (
        <Block title="Discussion">
          <Switch
            label="Locked"
            hint="Only project members can comment."
            checked={mr.discussionLocked}
            onCheckedChange={(locked) => void save({ discussion_locked: locked }).then(() => reloadPage())}
          />
        </Block>
      )}
    </div>
  );
}
