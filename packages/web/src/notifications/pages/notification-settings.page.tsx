import type { NotificationSettingsPageData, ContainerChoiceItem } from '@tributary/contract/notifications/page.ts';
import {
  NOTIFICATION_LEVELS,
  type NotificationEvent,
  type NotificationLevel,
} from '@tributary/contract/notifications/enums.ts';
import { Fragment, type ReactNode, useState } from 'react';
import { updatePageData, usePage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { NamedIcon } from '../../ui/named-icon.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { saveNotificationSettings, type NotificationSettingsInput } from '../commands.ts';
import { findContainers, foundContainer } from '../find-containers.ts';

type Data = NotificationSettingsPageData;

const LEVELS: { value: NotificationLevel; label: string; hint: string }[] = [
  { value: 'participating', label: 'Participate', hint: 'Threads you take part in and @mentions.' },
  { value: 'watch', label: 'Watch', hint: 'Everything that happens in your projects.' },
  { value: 'mention', label: 'On mention', hint: 'Only @mentions.' },
  { value: 'custom', label: 'Custom', hint: 'Same as “Participate”, plus the events you select below.' },
  { value: 'disabled', label: 'Off', hint: 'No emails. To-do items are still added.' },
];

const OF_ISSUES = {
  new_note: 'A comment is added',
  new_issue: 'An issue is opened',
  reopen_issue: 'An issue is reopened',
  close_issue: 'An issue is closed',
  reassign_issue: 'An issue is assigned',
} as const;

const OF_REQUESTS: Record<Exclude<NotificationEvent, keyof typeof OF_ISSUES>, string> = {
  new_merge_request: 'A merge request is opened',
  push_to_merge_request: 'Commits are pushed to a merge request',
  reopen_merge_request: 'A merge request is reopened',
  close_merge_request: 'A merge request is closed',
  reassign_merge_request: 'A merge request is assigned',
  change_reviewer_merge_request: 'A review is requested',
  merge_merge_request: 'A merge request is merged',
  approver: 'A merge request is approved',
};

const isLevel = (value: string): value is NotificationLevel => NOTIFICATION_LEVELS.some((level) => level === value);

/** Each choice counts at once; one that is not taken goes back and says why. */
function useWishes() {
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (
    change: (data: Data) => Data,
    wish: NotificationSettingsInput,
    place?: ContainerChoiceItem,
  ): Promise<void> => {
    let before: Data | undefined;
    setFailure(null);
    updatePageData<Data>((data) => {
      before = data;
      return change(data);
    });
    try {
      await saveNotificationSettings(wish, place);
    } catch (error) {
      const kept = before;
      if (kept) updatePageData<Data>(() => kept);
      setFailure(`The change was not saved. ${messageOf(error)}`);
    }
  };
  return { save, failure };
}

type Ticks = Pick<Data, 'events'> & { legend: ReactNode; onTick: (event: NotificationEvent, isOn: boolean) => void };

/** What is heard of besides, at the level `custom`. */
function EventTicks({ legend, events, onTick }: Ticks) {
  return (
    <fieldset className="grid gap-x-8 gap-y-2 sm:grid-cols-[max-content_max-content]">
      <legend className="pb-2 font-medium">{legend}</legend>
      {[OF_ISSUES, OF_REQUESTS].map((kinds) => (
        <div key={Object.keys(kinds).join()} className="flex flex-col gap-2">
          {Object.entries(kinds).map(([event, label]) => (
            <Checkbox
              key={event}
              label={label}
              checked={events[event as NotificationEvent]}
              onCheckedChange={(isOn) => onTick(event as NotificationEvent, isOn)}
            />
          ))}
        </div>
      ))}
    </fieldset>
  );
}

function Place({ place, onLevel }: { place: ContainerChoiceItem; onLevel: (level: NotificationLevel) => void }) {
  return (
    <ListRow
      leading={
        <span className="text-fg-muted">
          <NamedIcon name={place.kind} size={16} />
        </span>
      }
      title={<bdi>{place.name}</bdi>}
      href={`/${place.path}`}
      meta={place.path}
      trailing={
        <Select
          label={`Email notifications for ${place.path}`}
          labelHidden
          size="sm"
          className="w-40"
          value={place.level}
          onValueChange={(value) => {
            if (isLevel(value)) onLevel(value);
          }}
          options={[
            { value: 'global', label: 'Same as global' },
            ...LEVELS.map(({ value, label }) => ({ value, label })),
          ]}
        />
      }
    />
  );
}

export default function NotificationSettingsPage() {
  const { data } = usePage<Data>();
  const { save, failure } = useWishes();
  const choose = (level: NotificationLevel) => save((old) => ({ ...old, level }), { level });
  const tick = (event: NotificationEvent, isOn: boolean) =>
    save((old) => ({ ...old, events: { ...old.events, [event]: isOn } }), { [event]: isOn });
  const changePlace = (
    place: ContainerChoiceItem,
    change: (place: ContainerChoiceItem) => ContainerChoiceItem,
    wish: NotificationSettingsInput,
  ) =>
    save(
      (old) => ({
        ...old,
        places: old.places.map((each) => (each.kind === place.kind && each.id === place.id ? change(each) : each)),
      }),
      wish,
      place,
    );
  const choosePlace = (place: ContainerChoiceItem, level: NotificationLevel) =>
    changePlace(place, (old) => ({ ...old, level }), { level });
  const tickPlace = (place: ContainerChoiceItem, event: NotificationEvent, isOn: boolean) =>
    changePlace(place, (old) => ({ ...old, events: { ...old.events, [event]: isOn } }), { [event]: isOn });
  const addPlace = async (key: string) => {
    const place = foundContainer(key);
    if (!place || data.places.some((each) => each.kind === place.kind && each.id === place.id)) return;
    await save((old) => ({ ...old, places: [...old.places, place] }), { level: place.level }, place);
  };
  return (
    <PageBody>
      <PageHeader title="Notifications" meta="Changes are saved automatically." />
      {failure !== null && (
        <Banner tone="danger" live>
          {failure}
        </Banner>
      )}
      {!data.isEmailConfirmed && (
        <Banner
          tone="warning"
          action={
            <Button asChild size="sm">
              <a href="/-/profile/account">Account</a>
            </Button>
          }
        >
          Confirm your email address to receive emails.
        </Banner>
      )}
      <Section title="Email" className="border-b">
        <div className="flex flex-col gap-4">
          <p className="text-fg-muted">
            Emails go to <bdi className="font-medium text-fg">{data.email}</bdi>. Events within one minute are combined
            in one email, and replies stay in one thread.
          </p>
          <RadioGroup
            label="Notify me about"
            value={data.level}
            onValueChange={(value) => {
              if (isLevel(value)) void choose(value);
            }}
            options={LEVELS}
          />
          {data.level === 'custom' && (
            <EventTicks
              legend="Also notify me when"
              events={data.events}
              onTick={(event, isOn) => void tick(event, isOn)}
            />
          )}
        </div>
      </Section>
      <Section title="Groups and projects">
        <p className="pb-3 text-fg-muted">Groups and projects use the setting above unless they are listed here.</p>
        <Combobox
          label="Add a project or group"
          className="max-w-100 pb-3"
          value={[]}
          onValueChange={([chosen]) => {
            if (chosen) void addPlace(chosen.id);
          }}
          load={findContainers}
          placeholder="Search your projects and groups"
        />
        {data.places.length > 0 && (
          <List label="Custom settings">
            {data.places.map((place) => (
              <Fragment key={`${place.kind}${place.id}`}>
                <Place place={place} onLevel={(level) => void choosePlace(place, level)} />
                {place.level === 'custom' && (
                  <li className="border-b py-3 pr-3 pl-10 last:border-b-0">
                    <EventTicks
                      legend={
                        <>
                          Also notify me in <bdi>{place.name}</bdi> when
                        </>
                      }
                      events={place.events}
                      onTick={(event, isOn) => void tickPlace(place, event, isOn)}
                    />
                  </li>
                )}
              </Fragment>
            ))}
          </List>
        )}
      </Section>
    </PageBody>
  );
}
