import type { Config } from '../platform/config.ts';
import type { Context } from '../platform/context.ts';
import type { Ability } from '../platform/policy/permissions.ts';

export type CommandOption = {
  type: 'string' | 'boolean';
  /** What stands for the value in the help, e.g. `NAME`. */
  value?: string;
  summary: string;
  isRequired?: boolean;
};

export type CommandValues = Record<string, string | boolean | undefined>;

/** What a command may use. Whatever it opens is closed when it ends. */
export type CommandTools = {
  config: Config;
  /** Writes a line to standard output: results only, scripts read them. */
  say(line: string): void;
  /** Writes a line to standard error: everything meant for users. */
  note(line: string): void;
  /**
   * Address of the database: the one that is set, that of the running service, or one started for this command. Nothing
   * is migrated or made.
   */
  openDatabase(): Promise<string>;
  /** The instance, migrated and with its first administrator, acting as the product itself. */
  openInstance(): Promise<Context>;
  /** The instance without any change. Fails with a message where the schema is not up to date. */
  openUnchangedInstance(): Promise<Context>;
};

export type Command = {
  /** One or two words, e.g. `user create`. */
  name: string;
  summary: string;
  /** What it stands for in permissions.tsv; whoever may read the data directory may do everything. */
  ability: Ability;
  options: Record<string, CommandOption>;
  /** Names of arguments without dashes, in order, e.g. `['FOLDER']`. */
  positionals?: readonly string[];
  /** Exit code; 0 when nothing is returned. Throws CommandFailed (or an AppError) with a sentence for users. */
  run(tools: CommandTools, values: CommandValues, positionals: readonly string[]): Promise<number | void>;
};

/** Why a command cannot do what was asked, for users. */
export class CommandFailed extends Error {}

const commands = new Map<string, Command>();

/** Registers a command; `cli.ts` imports the file that calls this. */
export function defineCommand(command: Command): Command {
  if (commands.has(command.name)) throw new Error(`command ${command.name} is defined twice`);
  commands.set(command.name, command);
  return command;
}

/** All commands by name. */
export function listCommands(): Command[] {
  return [...commands.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The text of an option; undefined when it was not given. */
export function textOf(values: CommandValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}
