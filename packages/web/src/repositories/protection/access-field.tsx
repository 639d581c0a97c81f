import type { AccessEntryView, BranchProtectionData } from '@tributary/contract/projects/repository-page.ts';
import { Users } from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';
import { Combobox, type ComboboxOption, loadFrom } from '../../ui/combobox.tsx';
import { type AccessChoice, choiceOf, withoutContradiction } from '../model/access-choice.ts';

function roleOption(id: string, text: string): ComboboxOption {
  return { id, text, visual: <Users size={14} aria-hidden className="shrink-0 text-fg-faint" /> };
}

function entryOption(entry: AccessEntryView): ComboboxOption {
  if (entry.user !== null) {
    const { id, name, username, avatarUrl } = entry.user;
    const visual = <Avatar name={name} id={id} src={avatarUrl} size={16} />;
    return { id: choiceOf(entry), text: name, detail: `@${username}`, visual };
  }
  return roleOption(choiceOf(entry), entry.group?.fullPath ?? entry.description);
}

/** Roles and users that a rule can name. */
function optionsOf(data: BranchProtectionData): ComboboxOption[] {
  return [
    ...data.levels.map((level) => roleOption(`level:${level.value}`, level.text)),
    ...data.people.map((person) => ({
      id: `user:${person.id}`,
      text: person.name,
      detail: `@${person.username}`,
      visual: <Avatar name={person.name} id={person.id} src={person.avatarUrl} size={16} />,
    })),
  ];
}

export type AccessFieldProps = {
  label: string;
  data: BranchProtectionData;
  /** What the rule has now, also where it cannot be chosen any more. */
  entries: readonly AccessEntryView[];
  value: readonly AccessChoice[];
  onValueChange: (value: AccessChoice[]) => void;
  disabled?: boolean;
  error?: string | undefined;
};

/** Who may do something with a protected branch. */
export function AccessField({ label, data, entries, value, onValueChange, disabled, error }: AccessFieldProps) {
  const options = optionsOf(data);
  const known = new Map([...entries.map(entryOption), ...options].map((option) => [option.id, option]));
  return (
    <Combobox
      label={label}
      multiple
      value={value.flatMap((id) => known.get(id) ?? [])}
      onValueChange={(chosen) => onValueChange(withoutContradiction(chosen.map((option) => option.id)))}
      load={loadFrom(options)}
      placeholder="Select roles or users"
      clearable={false}
      disabled={disabled}
      error={error}
      className="min-w-56 flex-1"
    />
  );
}
