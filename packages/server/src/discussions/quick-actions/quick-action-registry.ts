import type { Extension, Extensions } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import type { Container } from '../../projects/index.ts';
import type { Noteable } from '../noteable.ts';

/** What came of a command: a sentence for the user, and numbers that their page shows at once. */
export type ActionResult = {
  message: string;
  /** A sentence about what it could not do beside that: it is told where failures are, and the command is done all the same. */
  missed?: string | undefined;
  changes?: { emoji_award?: string; time_estimate?: number; spend_time?: number };
};

/** Who asks what a command would do, and where; without a thing it is for a new one. */
export type ExplainAt = { ctx: Context; place: Container; noteable?: Noteable | undefined };

/** A line like `/label ~bug` in a comment or description, which does what a button does. */
export type QuickAction = {
  name: string;
  aliases?: readonly string[];
  /** Types of things it is for; asked for when all are known, where that is for their descriptors to say. */
  types: readonly string[] | (() => readonly string[]);
  description: string;
  /** How its words are written, for the list while typing: `~label1 ~"label 2"`. */
  params?: string;
  /**
   * Can it be done now by this user, and would anything come of it? Asked for lists, and for previews with its words; doing
   * it asks the operation again.
   */
  isAvailable: (ctx: Context, noteable: Noteable, args?: string) => Promise<boolean>;
  /** Can it be written in the text of a new thing, to be done once that is there? Left out where it makes no sense. */
  isForNew?: ((ctx: Context, place: Container) => boolean) | undefined;
  /** What it will do, as a sentence. */
  explain: (args: string, at: ExplainAt) => string | Promise<string>;
  /** It moves branches and has transactions of its own; done twice it must do nothing more. */
  hasOwnTransactions?: boolean;
  /**
   * Does it with the operation of the button. An AppError is told to the user as it is. `isAgain`, only for those with
   * transactions of their own: it was begun before and nobody saw the end, so what it did then is met as done. `key`, for
   * them too: the same each time it is tried.
   */
  run: (ctx: Context, noteable: Noteable, args: string, isAgain?: boolean, key?: string) => Promise<ActionResult>;
};

/** A line that stands for text, like `/shrug`: nothing is done. */
export type TextAction = { name: string; description: string; params?: string; replace: (args: string) => string };

const actions: QuickAction[] = [];
const texts: TextAction[] = [];

/** What is given takes it back, for tests: others of the same process must not see what only one defines. */
export function defineQuickAction(action: QuickAction): Extension<() => void> {
  return () => {
    actions.push(action);
    return () => void actions.splice(actions.indexOf(action), 1);
  };
}

export function defineTextAction(action: TextAction): Extension {
  return () => {
    texts.push(action);
  };
}

export function listQuickActions(): readonly QuickAction[] {
  return actions;
}

export function typesOf({ types }: QuickAction): readonly string[] {
  return typeof types === 'function' ? types() : types;
}

export function quickActionsFor(type: string): QuickAction[] {
  return actions.filter((action) => typesOf(action).includes(type));
}

/** With their other names; a line that begins with one of them is no text. */
export function commandNamesFor(type: string): string[] {
  return quickActionsFor(type).flatMap(({ name, aliases = [] }) => [name, ...aliases]);
}

export function textActions(): readonly TextAction[] {
  return texts;
}

export function findQuickAction(type: string, name: string): QuickAction | undefined {
  return quickActionsFor(type).find((action) => action.name === name || action.aliases?.includes(name));
}

export const quickActionsQuickActionRegistry: Extensions = [
  defineTextAction({
    name: 'shrug',
    description: 'Append the comment with ¯\\_(ツ)_/¯',
    params: '<Comment>',
    replace: (args) => `${args} ¯\\\\\\_(ツ)\\_/¯`.trim(),
  }),
  defineTextAction({
    name: 'tableflip',
    description: 'Append the comment with (╯°□°)╯︵ ┻━┻',
    params: '<Comment>',
    replace: (args) => `${args} (╯°□°)╯︵ ┻━┻`.trim(),
  }),
  defineTextAction({ name: 'cc', description: 'CC', params: '@user', replace: (args) => `cc ${args}`.trim() }),
];
