import type { HelpCommand } from '@tributary/contract/page/help.ts';
import { listQuickActions, textActions, typesOf } from '../../discussions/index.ts';

const THINGS: ReadonlyMap<string, string> = new Map([
  ['Issue', 'issues'],
  ['MergeRequest', 'merge requests'],
  ['Commit', 'commits'],
]);

/** Every command that can be written, by name; one that issues and merge requests both know stands there once. */
export function helpCommands(): HelpCommand[] {
  const byName = new Map<string, HelpCommand>();
  for (const action of listQuickActions()) {
    const { name, aliases = [], params = '', description } = action;
    const on = typesOf(action).flatMap((type) => THINGS.get(type) ?? []);
    const known = byName.get(name);
    if (known) known.on.push(...on.filter((each) => !known.on.includes(each)));
    else byName.set(name, { name, aliases: [...aliases], params, description, on });
  }
  for (const { name, params = '', description } of textActions()) {
    byName.set(name, { name, aliases: [], params, description, on: [] });
  }
  return [...byName.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
