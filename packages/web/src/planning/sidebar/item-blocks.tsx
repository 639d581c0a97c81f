import { ITEM_LEVELS, type ItemLevel } from '@tributary/contract/notifications/enums.ts';
import type { PageLabel, PageMilestone, PageUser } from '@tributary/contract/planning/page.ts';
import { type ReactNode, useState } from 'react';
import { showSaved } from '../../app/show-saved.ts';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { TodoButton } from '../../notifications/todo-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Label } from '../../ui/label.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useToast } from '../../ui/toast.tsx';
import { UserLink } from '../../ui/user-link.tsx';
import { type Change, EditChoice } from './edit-choice.tsx';
import { createLabel, findLabels, findMilestones, searchUsers, labelOption, userOption } from './find-options.tsx';
import { linkedUser, SideBlock, SideNone } from './side-block.tsx';

/** What the side column of an issue and of a merge request share. */
export type SideItem = {
  projectId: number;
  assignees: readonly PageUser[];
  labels: readonly PageLabel[];
  milestone: PageMilestone | null;
  participants: readonly PageUser[];
  mailLevel: ItemLevel;
  todoId: number | null;
  discussionLocked: boolean;
};

type Part = {
  item: SideItem;
  /** Sends a change of fields to the item's address. */
  save: (body: object) => Promise<unknown>;
  mayChange: boolean;
  /** Heading of its keys in the list of keys. */
  keysGroup: string;
};

/** Users in one column; nothing when there are none. */
export function UserList({ people }: { people: readonly PageUser[] }) {
  if (people.length === 0) return null;
  return (
    <ul>
      {people.map((each) => (
        <li key={each.id} className="flex min-h-7 items-center">
          <UserLink user={linkedUser(each)} avatar={20} />
        </li>
      ))}
    </ul>
  );
}

/** Who comes and who goes, whoever else is there by then. */
export const userIdsChange = (kind: 'assignee' | 'reviewer', { added, removed }: Change) => ({
  [`add_${kind}_ids`]: added.map(Number),
  [`remove_${kind}_ids`]: removed.map(Number),
});

export function AssigneesBlock({ item, save, mayChange, keysGroup, none }: Part & { none?: ReactNode }) {
  return (
    <SideBlock
      title="Assignees"
      edit={
        mayChange && (
          <EditChoice
            title="Assignees"
            multiple
            hotkey={{ keys: 'a', group: keysGroup }}
            value={item.assignees.map(userOption)}
            load={(query, signal) => searchUsers(item.projectId, query, signal)}
            save={(change) => save(userIdsChange('assignee', change))}
          />
        )
      }
    >
      {item.assignees.length === 0 && (none ?? <SideNone />)}
      <UserList people={item.assignees} />
    </SideBlock>
  );
}

export function LabelsBlock({ item, save, mayChange, keysGroup, listPath }: Part & { listPath: string }) {
  return (
    <SideBlock
      title="Labels"
      edit={
        mayChange && (
          <EditChoice
            title="Labels"
            multiple
            hotkey={{ keys: 'l', group: keysGroup }}
            value={item.labels.map(labelOption)}
            load={(query, signal) => findLabels(item.projectId, query, signal)}
            create={(name) => createLabel(item.projectId, name)}
            save={({ added, removed }) => save({ add_labels: added.join(','), remove_labels: removed.join(',') })}
          />
        )
      }
    >
      {item.labels.length === 0 ? (
        <SideNone />
      ) : (
        <p className="flex flex-wrap gap-1">
          {item.labels.map((label) => (
            <Label
              key={label.id}
              title={label.name}
              color={label.color}
              description={label.description}
              href={`${listPath}?label_name[]=${encodeURIComponent(label.name)}`}
            />
          ))}
        </p>
      )}
    </SideBlock>
  );
}

export function MilestoneBlock({ item, save, mayChange, keysGroup }: Part) {
  const { milestone } = item;
  return (
    <SideBlock
      title="Milestone"
      edit={
        mayChange && (
          <EditChoice
            title="Milestone"
            multiple={false}
            hotkey={{ keys: 'm', group: keysGroup }}
            value={milestone ? [{ id: String(milestone.id), text: milestone.title }] : []}
            load={(query, signal) => findMilestones(item.projectId, query, signal)}
            save={({ added }) => save({ milestone_id: Number(added[0] ?? 0) })}
          />
        )
      }
    >
      {milestone ? (
        <a href={milestone.path} className="hover:underline">
          <bdi>{milestone.title}</bdi>
        </a>
      ) : (
        <SideNone />
      )}
    </SideBlock>
  );
}

/** The specification's breakpoint of lists of users. */
const MOST_PARTICIPANTS = 10;

export function ParticipantsBlock({ item }: { item: SideItem }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? item.participants : item.participants.slice(0, MOST_PARTICIPANTS);
  const rest = item.participants.length - MOST_PARTICIPANTS;
  return (
    <SideBlock title={`Participants (${item.participants.length})`}>
      <ul className="flex flex-wrap gap-x-3">
        {shown.map((each) => (
          <li key={each.id} className="flex min-h-7 items-center">
            <UserLink user={linkedUser(each)} avatar={20} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button size="sm" variant="ghost" className="-ml-2" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `+ ${rest} more`}
        </Button>
      )}
    </SideBlock>
  );
}

const LEVELS: Record<ItemLevel, string> = {
  global: 'Same as project',
  watch: 'Everything',
  mention: 'On mention',
  disabled: 'Off',
};
const LEVEL_OPTIONS = ITEM_LEVELS.map((value) => ({ value, label: LEVELS[value] }));

/** What the reader hears of it by mail, and its place on their to-do list. */
export function NotificationsBlock({ item, paths }: { item: SideItem; paths: { api: string; mailLevel: string } }) {
  const toast = useToast();
  /** On its way; else what the page tells counts, which may be news of a command or another window. */
  const [wish, setWish] = useState<ItemLevel | null>(null);
  const choose = async (value: string) => {
    const level = ITEM_LEVELS.find((each) => each === value);
    if (level === undefined) return;
    setWish(level);
    try {
      await api.post(paths.mailLevel, { body: { level } });
      await showSaved();
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    }
    setWish(null);
  };
  return (
    <SideBlock title="Notifications">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Select
          label="Email notifications"
          labelHidden
          size="sm"
          className="w-36"
          value={wish ?? item.mailLevel}
          onValueChange={(level) => void choose(level)}
          options={LEVEL_OPTIONS}
          lateOptions
        />
        <TodoButton todoId={item.todoId} itemApi={paths.api} />
      </div>
    </SideBlock>
  );
}

export function LockBlock({ item, save }: Pick<Part, 'item' | 'save'>) {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const lock = async (locked: boolean) => {
    setBusy(true);
    try {
      await save({ discussion_locked: locked });
      await showSaved();
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    }
    setBusy(false);
  };
  return (
    <SideBlock title="Discussion">
      <Switch
        label="Locked"
        hint="Only project members can comment."
        checked={item.discussionLocked}
        busy={isBusy}
        onCheckedChange={(locked) => void lock(locked)}
      />
    </SideBlock>
  );
}
