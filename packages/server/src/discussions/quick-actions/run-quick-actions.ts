import { AppError, failFields } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { Container } from '../../projects/index.ts';
import type { Noteable } from '../noteable.ts';
import { commandLines, splitCommands, type WrittenCommand } from '@tributary/contract/discussions/split-commands.ts';
import type { CommandOutcome } from '../tables.ts';
import {
  type ActionResult,
  type ExplainAt,
  findQuickAction,
  type QuickAction,
  quickActionsFor,
  textActions,
} from './quick-action-registry.ts';

/** In one text; more are refused, as nobody writes them by hand. */
const MAX_COMMANDS = 20;

type ReadText = { text: string; commands: WrittenCommand[] };

/** The text without its commands, and the commands. Throws `invalid` (`commands`) when there are too many. */
export function readCommands(type: string, written: string): ReadText {
  const read = findCommands(type, written);
  if (read.commands.length > MAX_COMMANDS) failFields({ commands: [tooMany(read.commands.length)] });
  return read;
}

/** Throws what `readCommands` would, of a text that is kept for later. */
export function checkCommands(type: string, written: string): void {
  readCommands(type, written);
}

const tooMany = (count: number) => `are limited to ${MAX_COMMANDS} per comment or description. This one has ${count}`;

/** Lines that stand for text are replaced by it. */
export function findCommands(type: string, written: string): ReadText {
  const { text, commands } = splitCommands(written, (name) => findQuickAction(type, name) !== undefined);
  return { text: replaceTexts(text), commands };
}

function replaceTexts(text: string): string {
  if (!/^\//m.test(text)) return text;
  const known = new Map(textActions().map((action) => [action.name, action]));
  // Only what would be taken out as a command may be replaced: code and quotations are left alone.
  return commandLines(text, (name) => known.has(name))
    .map(({ line, command }) => (command ? (known.get(command.name)?.replace(command.args) ?? line) : line))
    .join('\n');
}

/**
 * Does one after the other, each by its own operation; what fails is told and stops nothing else. `outcome` grows with
 * each, so that it is known what was done when a bug ends it.
 */
export async function runCommands(
  ctx: Context,
  noteable: Noteable,
  commands: readonly WrittenCommand[],
  outcome: CommandOutcome = noOutcome(),
): Promise<CommandOutcome> {
  for (const { name, args } of commands) {
    const action = findQuickAction(noteable.type, name);
    if (!action) continue;
    try {
      const result = await action.run(ctx, noteable, args);
      Object.assign(outcome, grown(outcome, action, result));
    } catch (error) {
      Object.assign(outcome, grown(outcome, action, { error: explainFailure(action.name, error) }));
      if (!(error instanceof AppError)) throw error;
    }
  }
  return outcome;
}

export function noOutcome(): CommandOutcome {
  return { names: [], messages: [], errors: [], changes: {} };
}

/** What commands came to, with one more of them; whoever does it, what it missed is told with what failed. */
export function grown(
  before: CommandOutcome,
  action: QuickAction | undefined,
  { message, missed, changes, error }: Partial<ActionResult> & { error?: string },
): CommandOutcome {
  return {
    names: [...before.names, ...(action ? [action.name] : [])],
    messages: [...before.messages, ...(message === undefined ? [] : [message])],
    errors: [...before.errors, ...[missed, error].filter((each) => each !== undefined)],
    changes: { ...before.changes, ...changes },
  };
}

export function explainFailure(name: string, error: unknown): string {
  if (!(error instanceof AppError)) return `Could not apply /${name}: something went wrong on our end.`;
  if (error.kind === 'forbidden' || error.kind === 'unauthenticated')
    return `You are not allowed to use /${name} here.`;
  const fields = Object.entries(error.fields ?? {}).flatMap(([field, texts]) =>
    texts.map((text) => `${field} ${text}`),
  );
  return `Could not apply /${name}: ${fields.length > 0 ? fields.join(', ') : error.message}`;
}

/** Sentences about what the commands of a text would do, for its preview. */
export async function explainCommands(
  target: { type: string } & ExplainAt,
  written: string,
  isAvailable: (action: QuickAction, args: string) => Promise<boolean>,
): Promise<string[]> {
  const { commands } = findCommands(target.type, written);
  if (commands.length > MAX_COMMANDS) return [`Quick actions ${tooMany(commands.length)}.`];
  const sentences: string[] = [];
  for (const { name, args } of commands) {
    const action = findQuickAction(target.type, name);
    if (action && (await isAvailable(action, args))) sentences.push(await action.explain(args, target));
  }
  return sentences;
}

/** Commands that can be done now with a thing, or once a new one is there. */
export const availableOn =
  (ctx: Context, noteable: Noteable) =>
  (action: QuickAction, args?: string): Promise<boolean> =>
    action.isAvailable(ctx, noteable, args);

export const availableForNew =
  (ctx: Context, place: Container) =>
  async (action: QuickAction): Promise<boolean> =>
    action.isForNew?.(ctx, place) ?? false;

export type CommandEntry = {
  name: string;
  aliases: string[];
  description: string;
  params: string[];
  warning: string;
  icon: string;
};

/** What can be typed after a slash here by this user. */
export async function availableCommands(
  type: string,
  isAvailable: (action: QuickAction) => Promise<boolean>,
): Promise<CommandEntry[]> {
  const entry = (name: string, aliases: readonly string[], description: string, params: string | undefined) => ({
    name,
    aliases: [...aliases],
    description,
    params: params === undefined ? [] : [params],
    warning: '',
    icon: '',
  });
  const own: CommandEntry[] = [];
  for (const action of quickActionsFor(type)) {
    if (await isAvailable(action))
      own.push(entry(action.name, action.aliases ?? [], action.description, action.params));
  }
  const texts = textActions().map((action) => entry(action.name, [], action.description, action.params));
  return [...own, ...texts].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
