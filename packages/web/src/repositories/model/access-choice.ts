import type { AccessEntryView } from '@tributary/contract/projects/repository-page.ts';
import type { AccessChange } from '../commands.ts';

/** Stands for a role or one user in a list of choices: `level:40`, `user:7`, `group:3`. */
export type AccessChoice = string;

export function choiceOf(entry: AccessEntryView): AccessChoice {
  if (entry.user !== null) return `user:${entry.user.id}`;
  if (entry.group !== null) return `group:${entry.group.id}`;
  return `level:${entry.level ?? 0}`;
}

function toChange(choice: AccessChoice): AccessChange {
  const [kind, id] = choice.split(':');
  if (kind === 'user') return { user_id: Number(id) };
  if (kind === 'group') return { group_id: Number(id) };
  return { access_level: Number(id) };
}

export function toChanges(choices: readonly AccessChoice[]): AccessChange[] {
  return choices.map(toChange);
}

/** What to send so that the entries become the choices: what is new, and what goes. */
export function changesFrom(entries: readonly AccessEntryView[], choices: readonly AccessChoice[]): AccessChange[] {
  const before = new Set(entries.map(choiceOf));
  return [
    ...toChanges(choices.filter((choice) => !before.has(choice))),
    ...entries
      .filter((entry) => !choices.includes(choiceOf(entry)))
      .map((entry): AccessChange => ({ id: entry.id, _destroy: true })),
  ];
}

/** "No one" stands alone: with it nothing else, with something else not it. The last choice decides. */
export function withoutContradiction(choices: readonly AccessChoice[]): AccessChoice[] {
  const last = choices.at(-1);
  if (last === 'level:0') return ['level:0'];
  return choices.filter((choice) => choice !== 'level:0');
}
