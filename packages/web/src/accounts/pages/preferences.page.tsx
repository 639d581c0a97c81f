import type { PreferencesPageData } from '@tributary/contract/accounts/page.ts';
import type { UserPreferences } from '@tributary/contract/accounts/preferences.ts';
import { useState } from 'react';
import { listHotkeys } from '../../app/known-hotkeys.ts';
import { updatePageData, updateShell, usePage } from '../../app/navigation.tsx';
import { HotkeyRows } from '../../app/shell/hotkey-rows.tsx';
import { useHotkeySheet } from '../../lib/hotkey-sheet.ts';
import { useKeyLabel } from '../../lib/key-label.ts';
import { messageOf } from '../../lib/app-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Button } from '../../ui/button.tsx';
import { savePreferences } from '../commands.ts';

/** On this page and in the frame, where all other pages read them. */
function show(change: Partial<UserPreferences>): void {
  updatePageData<PreferencesPageData>((data) => ({ preferences: { ...data.preferences, ...change } }));
  updateShell((shell) =>
    shell.viewer === null
      ? shell
      : { ...shell, viewer: { ...shell.viewer, preferences: { ...shell.viewer.preferences, ...change } } },
  );
}

type Failure = { text: string; retry: () => void };
type Change = (change: Partial<UserPreferences>) => void;

/** Each choice counts at once; one that the server does not take goes back, with a sentence and a way to try again. */
function usePreferences(preferences: UserPreferences): { change: Change; failure: Failure | null } {
  const [failure, setFailure] = useState<Failure | null>(null);
  const change: Change = (patch) => {
    const names = Object.keys(patch) as (keyof UserPreferences)[];
    const before = Object.fromEntries(names.map((name) => [name, preferences[name]]));
    setFailure(null);
    show(patch);
    savePreferences(patch).catch((error: unknown) => {
      show(before);
      setFailure({ text: `The change was not saved. ${messageOf(error)}`, retry: () => change(patch) });
    });
  };
  return { change, failure };
}

const themes = [
  { value: 'system', label: 'Match system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const views = [
  { value: 'inline', label: 'Inline', hint: 'Removed lines appear above added lines.' },
  { value: 'parallel', label: 'Side by side', hint: 'Old version on the left, new version on the right.' },
] as const;

const tabWidths = ['1', '2', '3', '4', '6', '8', '12'];

function valueOf<T extends string>(options: readonly { value: T }[], value: string): T | undefined {
  return options.find((option) => option.value === value)?.value;
}

function Appearance({ preferences, change }: { preferences: UserPreferences; change: Change }) {
  const helpKeys = useKeyLabel('shell.help');
  return (
    <Section title="Appearance" className="border-b">
      <div className="flex flex-col gap-4">
        <RadioGroup
          label="Theme"
          value={preferences.theme}
          onValueChange={(value) => {
            const theme = valueOf(themes, value);
            if (theme !== undefined) change({ theme });
          }}
          options={themes}
        />
        <Switch
          label="Relative times"
          hint="“3 hours ago” instead of the date and time."
          checked={preferences.relative_times}
          onCheckedChange={(isOn) => change({ relative_times: isOn })}
        />
        <Switch
          label="Keyboard shortcuts"
          hint={`Single keys such as j and k.${helpKeys === undefined ? '' : ` Press ${helpKeys} to see all shortcuts.`}`}
          checked={preferences.keyboard_shortcuts}
          onCheckedChange={(isOn) => change({ keyboard_shortcuts: isOn })}
        />
      </div>
    </Section>
  );
}

function Code({ preferences, change }: { preferences: UserPreferences; change: Change }) {
  const { tab_width: tabWidth } = preferences;
  const widths = tabWidths.includes(String(tabWidth)) ? tabWidths : [String(tabWidth), ...tabWidths];
  return (
    <Section title="Code and changes">
      <div className="flex flex-col gap-4">
        <RadioGroup
          label="Diff view"
          value={preferences.diff_view}
          onValueChange={(value) => {
            const view = valueOf(views, value);
            if (view !== undefined) change({ diff_view: view });
          }}
          options={views}
        />
        <Switch
          label="Show whitespace changes"
          checked={preferences.show_whitespace_in_diffs}
          onCheckedChange={(isOn) => change({ show_whitespace_in_diffs: isOn })}
        />
        <Switch
          label="Show one file at a time"
          checked={preferences.view_diffs_file_by_file}
          onCheckedChange={(isOn) => change({ view_diffs_file_by_file: isOn })}
        />
        <Select
          label="Tab width"
          className="w-32"
          value={String(tabWidth)}
          onValueChange={(value) => change({ tab_width: Number(value) })}
          options={widths.map((width) => ({ value: width, label: width === '1' ? '1 column' : `${width} columns` }))}
        />
      </div>
    </Section>
  );
}

function Keys() {
  const here = useHotkeySheet();
  return (
    <Section
      title="Shortcut keys"
      text="Select the keys of a shortcut to change them. Press Backspace to disable it."
      className="border-t"
    >
      <HotkeyRows rows={listHotkeys(here)} />
    </Section>
  );
}

export default function PreferencesPage() {
  const { data } = usePage<PreferencesPageData>();
  const { preferences } = data;
  const { change, failure } = usePreferences(preferences);
  return (
    <PageBody>
      <PageHeader title="Preferences" meta="Changes are saved automatically and apply on all your devices." />
      {failure !== null && (
        <Banner
          tone="danger"
          live
          action={
            <Button size="sm" onClick={failure.retry}>
              Try again
            </Button>
          }
        >
          {failure.text}
        </Banner>
      )}
      <Appearance preferences={preferences} change={change} />
      <Code preferences={preferences} change={change} />
      {preferences.keyboard_shortcuts && <Keys />}
    </PageBody>
  );
}
