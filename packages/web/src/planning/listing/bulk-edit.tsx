import type { BulkUpdateResult } from '@tributary/contract/planning/bulk-update.ts';
import { useState } from 'react';
import { showSaved } from '../../app/show-saved.ts';
import { messageOf } from '../../lib/app-error.ts';
import { plural } from '../../lib/format.ts';
import { api } from '../../lib/http.ts';
import { Banner } from '../../ui/banner.tsx';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Combobox, type ComboboxOption, type OptionLoad } from '../../ui/combobox.tsx';
import { LabelDot } from '../../ui/label.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import type { FilterScope } from '../scope-filter-fields.ts';
import { MOST_OPTIONS, userOption } from '../sidebar/find-options.tsx';
import type { BulkChoice } from './bulk-choice.ts';
import type { BulkItem } from './use-bulk-edit.tsx';

type RestUser = { id: number; name: string; username: string; avatar_url: string | null };
type RestLabel = { id: number; name: string; color: string };
type RestMilestone = { id: number; title: string };

/** How the choices of the place are asked for; `none` is the choice that takes away. */
function loadOf<T>(
  place: FilterScope,
  part: string,
  query: (text: string) => Record<string, string | boolean>,
  toOption: (found: T) => ComboboxOption,
  none?: string,
): OptionLoad {
  const base = `/api/v4/${place.type}s/${encodeURIComponent(place.fullPath)}`;
  return async (text, signal) => {
    const typed = text.trim();
    const found = await api.get<T[]>(`${base}/${part}`, {
      query: { ...query(typed), per_page: MOST_OPTIONS + 1 },
      signal,
    });
    return [...(none !== undefined && typed === '' ? [{ id: '0', text: none }] : []), ...found.map(toOption)];
  };
}

const ofUser = ({ avatar_url: avatarUrl, ...user }: RestUser) => userOption({ ...user, avatarUrl });
const ofLabel = ({ id, name, color }: RestLabel) => ({
  id: String(id),
  text: name,
  visual: <LabelDot color={color} />,
});
const ofMilestone = ({ id, title }: RestMilestone) => ({ id: String(id), text: title });

const users = (place: FilterScope, none: string) =>
  loadOf<RestUser>(place, 'members/all', (query) => ({ query }), ofUser, none);
const labels = (place: FilterScope) =>
  loadOf<RestLabel>(place, 'labels', (search) => ({ search, archived: false }), ofLabel);
const milestones = (place: FilterScope) =>
  loadOf<RestMilestone>(place, 'milestones', (search) => ({ search, state: 'active' }), ofMilestone, 'No milestone');

const UNCHANGED = { value: '', label: 'No change' };
const STATES = [UNCHANGED, { value: 'close', label: 'Close' }, { value: 'reopen', label: 'Reopen' }];
const SUBSCRIPTIONS = [
  UNCHANGED,
  { value: 'subscribe', label: 'Subscribe' },
  { value: 'unsubscribe', label: 'Unsubscribe' },
];

type Shared = {
  kind: 'issue' | 'merge request';
  selected: readonly BulkItem[];
  choice: BulkChoice;
  setChoice: (choice: BulkChoice) => void;
};

type FieldsProps = Shared & {
  place: FilterScope;
  items: readonly BulkItem[];
  onSelectAll: (isAll: boolean) => void;
};

/** What can be changed of all that is selected, and the box that selects all rows. */
export function BulkFields({ kind, place, items, selected, choice, setChoice, onSelectAll }: FieldsProps) {
  const choose = (some: Partial<BulkChoice>) => setChoice({ ...choice, ...some });
  const common = { placeholder: UNCHANGED.label, limit: MOST_OPTIONS };
  const isAll = selected.length === items.length && items.length > 0;
  return (
    <>
      <section
        aria-label="Bulk edit"
        className="grid grid-cols-2 items-start gap-3 rounded-md border bg-raised p-3 md:grid-cols-4"
      >
        <Select
          label="State"
          value={choice.state}
          options={STATES}
          onValueChange={(state) => choose({ state: state as BulkChoice['state'] })}
        />
        <Combobox
          {...common}
          label="Assignee"
          value={choice.assignee}
          load={users(place, 'Unassigned')}
          onValueChange={(assignee) => choose({ assignee })}
        />
        {kind === 'merge request' && (
          <Combobox
            {...common}
            label="Reviewer"
            value={choice.reviewer}
            load={users(place, 'No reviewer')}
            onValueChange={(reviewer) => choose({ reviewer })}
          />
        )}
        <Combobox
          {...common}
          label="Add labels"
          multiple
          value={choice.addLabels}
          load={labels(place)}
          onValueChange={(addLabels) => choose({ addLabels })}
        />
        <Combobox
          {...common}
          label="Remove labels"
          multiple
          value={choice.removeLabels}
          load={labels(place)}
          onValueChange={(removeLabels) => choose({ removeLabels })}
        />
        <Combobox
          {...common}
          label="Milestone"
          value={choice.milestone}
          load={milestones(place)}
          onValueChange={(milestone) => choose({ milestone })}
        />
        <Select
          label="Notifications"
          value={choice.subscription}
          options={SUBSCRIPTIONS}
          onValueChange={(subscription) => choose({ subscription: subscription as BulkChoice['subscription'] })}
        />
      </section>
      <Checkbox
        className="px-[13px] py-2"
        label="Select all on this page"
        checked={isAll || (selected.length > 0 && 'indeterminate')}
        onCheckedChange={() => onSelectAll(!isAll)}
      />
    </>
  );
}

const idsOf = (options: readonly ComboboxOption[]) => (options.length > 0 ? options.map(({ id }) => id) : undefined);

/** In the words of the address; what is not to be changed is not named. */
function updateOf(choice: BulkChoice): Record<string, string | string[]> {
  const named = {
    state_event: choice.state,
    assignee_ids: idsOf(choice.assignee),
    reviewer_ids: idsOf(choice.reviewer),
    add_label_ids: idsOf(choice.addLabels),
    remove_label_ids: idsOf(choice.removeLabels),
    milestone_id: choice.milestone[0]?.id,
    subscription_event: choice.subscription,
  };
  return Object.fromEntries(
    Object.entries(named).filter((entry): entry is [string, string | string[]] => Boolean(entry[1])),
  );
}

type Problem = { text: string; refused: { id: number; title: string; message: string }[] };

/** More would hide the list: they stay selected. */
const MOST_TOLD = 5;

function Refused({ text, refused }: Problem) {
  const others = refused.length - MOST_TOLD;
  return (
    <Banner tone="danger" live className="w-full">
      {text}
      {refused.length > 0 && (
        <ul className="mt-1">
          {refused.slice(0, MOST_TOLD).map(({ id, title, message }) => (
            <li key={id}>
              <bdi className="font-medium">{title}</bdi>: {message}
            </li>
          ))}
          {others > 0 && <li>and {plural(others, 'other')}</li>}
        </ul>
      )}
    </Banner>
  );
}

type BarProps = Shared & { path: string; onRefused: (ids: number[]) => void; onEnd: () => void };

/** How many are selected, and the buttons; stays in view. What is refused is told here and stays selected. */
export function BulkBar({ kind, selected, choice, path, onRefused, onEnd }: BarProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const update = updateOf(choice);
  const isReady = selected.length > 0 && Object.keys(update).length > 0;
  const send = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const sent = { issuable_ids: selected.map(({ id }) => id).join(','), ...update };
      const { count, refused } = await api.post<BulkUpdateResult>(path, { body: { update: sent } });
      if (count > 0) {
        toast({ text: `${plural(count, kind)} updated.`, tone: 'success' });
        await showSaved();
      }
      if (refused.length === 0) return onEnd();
      const titles = new Map(selected.map(({ id, title }) => [id, title]));
      onRefused(refused.map(({ id }) => id));
      setProblem({
        text: `${plural(refused.length, kind)} could not be updated.`,
        refused: refused.map((each) => ({ ...each, title: titles.get(each.id) ?? String(each.id) })),
      });
    } catch (error) {
      setProblem({ text: messageOf(error), refused: [] });
    }
    return setBusy(false);
  };
  return (
    <div className="sticky bottom-0 z-10 mt-3 max-sm:-mx-4">
      <BottomBar label="Selected" className="gap-2 sm:rounded-md sm:border">
        {problem && <Refused {...problem} />}
        <p role="status" className="mr-auto min-w-0 text-fg-muted">
          {selected.length === 0 ? `Select ${kind}s to edit them.` : `${selected.length} selected`}
        </p>
        <Button onClick={onEnd}>Cancel</Button>
        <Button variant="primary" busy={isBusy} disabled={!isReady} onClick={() => void send()}>
          Update selected
        </Button>
      </BottomBar>
    </div>
  );
}
