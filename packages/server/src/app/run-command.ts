import { parseArgs } from 'node:util';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Config } from '../platform/config.ts';
import { SchemaMismatch } from '../platform/db/migrate.ts';
import { type Command, CommandFailed, type CommandTools, type CommandValues, listCommands } from './commands.ts';
import { BadSettings, readConfig } from './config.ts';
import { CannotStart } from './data-directory.ts';
import {
  openCommandDatabase,
  openCommandInstance,
  type OpenedDatabase,
  type OpenedInstance,
  openUnchangedInstance,
} from './open-instance.ts';

export type Output = { say(line: string): void; note(line: string): void };

const COMMON = { data: { type: 'string' as const, value: 'FOLDER', summary: 'data directory (or TRIBUTARY_DATA)' } };

function signature(command: Command): string {
  return ['tributary', command.name, ...(command.positionals ?? [])].join(' ');
}

function helpOf(command: Command): string {
  const rows = Object.entries({ ...command.options, ...COMMON }).map(([name, option]) => {
    const value = 'value' in option && option.value !== undefined ? ` ${option.value}` : '';
    const required = 'isRequired' in option && option.isRequired === true ? ' (required)' : '';
    return `  ${`--${name}${value}`.padEnd(22)}${option.summary}${required}`;
  });
  return [`Usage: ${signature(command)} [options]`, '', command.summary, '', ...rows].join('\n');
}

function overview(): string {
  const rows = listCommands().map((command) => `  ${command.name.padEnd(16)}${command.summary}`);
  return [
    'Usage: tributary <command> [options]',
    '',
    ...rows,
    `  ${'help <command>'.padEnd(16)}Show command options`,
    '',
    'Commands work whether or not the service is running.',
  ].join('\n');
}

/** The command whose name the arguments begin with, the longer name first. */
function findCommand(argv: readonly string[]): { command: Command; rest: string[] } | undefined {
  for (const words of [2, 1]) {
    const name = argv.slice(0, words).join(' ');
    const command = listCommands().find((each) => each.name === name && name.split(' ').length === words);
    if (command) return { command, rest: argv.slice(words) };
  }
  return undefined;
}

class BadUsage extends Error {}

function parse(command: Command, argv: string[]): { values: CommandValues; positionals: string[] } {
  const options = { ...command.options, ...COMMON, help: { type: 'boolean' as const } };
  let parsed: { values: CommandValues; positionals: string[] };
  try {
    const config = Object.fromEntries(Object.entries(options).map(([name, { type }]) => [name, { type }]));
    const { values, positionals } = parseArgs({ args: argv, options: config, allowPositionals: true, strict: true });
    parsed = { values: values as CommandValues, positionals };
  } catch (error) {
    throw new BadUsage(error instanceof Error ? error.message : String(error));
  }
  if (parsed.values['help'] === true) return parsed;
  const missing = Object.keys(command.options).filter(
    (name) => command.options[name]?.isRequired === true && parsed.values[name] === undefined,
  );
  if (missing.length > 0) throw new BadUsage(`Missing options: ${missing.map((name) => `--${name}`).join(', ')}`);
  const wanted = command.positionals ?? [];
  if (parsed.positionals.length !== wanted.length) {
    throw new BadUsage(
      wanted.length === 0 ? `Unexpected arguments: ${parsed.positionals.join(' ')}` : `Specify ${wanted.join(' ')}.`,
    );
  }
  return parsed;
}

function explain(error: unknown): string {
  if (error instanceof AppError && error.fields) {
    return Object.entries(error.fields)
      .flatMap(([field, messages]) => messages.map((message) => `${field} ${message}`))
      .join('\n');
  }
  const isExpected = [AppError, CommandFailed, CannotStart, BadSettings, SchemaMismatch].some(
    (kind) => error instanceof kind,
  );
  if ((isExpected || error instanceof BadUsage) && error instanceof Error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** What the command may open, and how to close it all. */
function toolsFor(config: Config, output: Output): { tools: CommandTools; close: () => Promise<void> } {
  let database: OpenedDatabase | undefined;
  let instance: OpenedInstance | undefined;
  const openDatabase = async () => {
    database ??= await openCommandDatabase(config);
    return database.url;
  };
  const tools: CommandTools = {
    config,
    ...output,
    openDatabase,
    openInstance: async () => {
      instance ??= await openCommandInstance(config, await openDatabase(), output.note);
      return instance.ctx;
    },
    openUnchangedInstance: async () => {
      instance ??= await openUnchangedInstance(config, await openDatabase());
      return instance.ctx;
    },
  };
  return {
    tools,
    close: async () => {
      await instance?.close();
      await database?.close();
    },
  };
}

async function perform(command: Command, argv: string[], env: NodeJS.ProcessEnv, output: Output): Promise<number> {
  const { values, positionals } = parse(command, argv);
  if (values['help'] === true) {
    output.say(helpOf(command));
    return 0;
  }
  const data = values['data'];
  const config = readConfig(typeof data === 'string' ? ['--data', data] : [], env);
  const { tools, close } = toolsFor(config, output);
  try {
    return (await command.run(tools, values, positionals)) ?? 0;
  } finally {
    await close();
  }
}

/** Runs one command; returns the exit code: 0 done, 1 failed, 2 not understood. */
export async function runCommand(argv: string[], env: NodeJS.ProcessEnv, output: Output): Promise<number> {
  const wantsHelp = argv[0] === 'help' || argv[0] === '--help' || argv.length === 0;
  const found = findCommand(wantsHelp ? argv.slice(1) : argv);
  if (wantsHelp) {
    output.say(found ? helpOf(found.command) : overview());
    return 0;
  }
  if (!found) {
    output.note(`Unknown command "${argv.slice(0, 2).join(' ')}".\n\n${overview()}`);
    return 2;
  }
  try {
    return await perform(found.command, found.rest, env, output);
  } catch (error) {
    output.note(explain(error));
    if (!(error instanceof BadUsage)) return 1;
    output.note(`\n${helpOf(found.command)}`);
    return 2;
  }
}
