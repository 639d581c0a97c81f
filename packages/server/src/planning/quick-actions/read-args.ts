import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listUsersByNames } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { scanReferences } from '../../platform/markup/index.ts';
import { readDayWords } from '../rules/read-day.ts';

/** Says to the person why a command could not be done. */
export function refuseCommand(reason: string): never {
  throw new AppError('command_failed', { reason });
}

/** `@ada @grace me`: people who exist. */
export async function readPeople(ctx: Context, args: string): Promise<UserView[]> {
  const self = ctx.actor.kind === 'user' ? ctx.actor.username : undefined;
  const names = args
    .split(/[\s,]+/)
    .map((word) => word.replace(/^@/, ''))
    .filter((word) => word !== '' && word !== 'and')
    .flatMap((word) => (word === 'me' ? (self ?? []) : word));
  const users = await listUsersByNames(ctx, names);
  if (users.length === 0) refuseCommand('no user was found');
  return users;
}

/** `~bug ~"two words" plain`: names of labels. */
export function readLabelNames(args: string): string[] {
  const quoted = args.match(/~?"[^"]+"|[^\s,]+/g) ?? [];
  return quoted.map((word) => word.replace(/^~/, '').replaceAll('"', '')).filter((name) => name !== '');
}

/** `%"v1.0"`, `%v1` or the bare title. */
export function readMilestoneTitle(args: string): string {
  return args.trim().replace(/^%/, '').replaceAll(/^"|"$/g, '');
}

/** `#12`, `group/project#12` and addresses of issues, as path (undefined: here) and number. */
export function readIssues(args: string): { path: string | undefined; iid: number }[] {
  return args.split(/[\s,]+/).flatMap((word) => {
    const address = /\/([^\s]+?)\/-\/issues\/(\d{1,15})/.exec(word.replace(/^https?:\/\/[^/]+/, ''));
    if (address) return { path: address[1], iid: Number(address[2]) };
    const [found] = scanReferences(word);
    return found?.kind === 'issue'
      ? { path: found.path === '' ? undefined : found.path, iid: Number(found.value) }
      : [];
  });
}

/** A day as people write it (see rules/read-day.ts); refuses what is none. */
export function readDay(args: string, today: string): string {
  return readDayWords(args, today) ?? refuseCommand('the date is not understood; write it like 2026-03-01');
}
