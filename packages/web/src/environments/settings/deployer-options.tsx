import type { EnvironmentSettingsPageData } from '@tributary/contract/environments/protection.ts';
import type { AccessEntryView } from '@tributary/contract/projects/repository-page.ts';
import { Users } from 'lucide-react';
import { choiceOf } from '../../repositories/model/access-choice.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { ComboboxOption } from '../../ui/combobox.tsx';

const several = <Users size={14} aria-hidden className="shrink-0 text-fg-faint" />;

/** An entry of a rule as a choice, also one that cannot be selected any more. */
export function entryOption(entry: AccessEntryView): ComboboxOption {
  if (entry.user === null) return { id: choiceOf(entry), text: entry.description, visual: several };
  const { id, name, username, avatarUrl } = entry.user;
  const visual = <Avatar name={name} id={id} src={avatarUrl} size={16} />;
  return { id: choiceOf(entry), text: name, detail: `@${username}`, visual };
}

/** Roles, groups and users that a rule can name. */
export function deployerOptions({ levels, groups, people }: EnvironmentSettingsPageData): ComboboxOption[] {
  return [
    ...levels.map(({ value, text }) => ({ id: `level:${value}`, text, visual: several })),
    ...groups.map(({ id, name, fullPath }) => ({ id: `group:${id}`, text: name, detail: fullPath, visual: several })),
    ...people.map((user) => ({
      id: `user:${user.id}`,
      text: user.name,
      detail: `@${user.username}`,
      visual: <Avatar name={user.name} id={user.id} src={user.avatarUrl} size={16} />,
    })),
  ];
}
