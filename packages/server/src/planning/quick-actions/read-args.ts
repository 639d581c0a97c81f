import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listUsersByNames } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { scanReferences } from '../../platform/markup/index.ts';

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

/** `2026-03-01`, `today`, `tomorrow`, `in 3 days`, `in 2 weeks`, `next week`, `Mar 1`; refuses what is no day. */
export function readDay(args: string, today: string): string {
  const text = args.trim().toLowerCase().replace(/^<|>$/g, '');
  const start = new Date(`${today}T00:00:00Z`);
  const plus = (days: number) => {
    const day = new Date(start);
    day.setUTCDate(day.getUTCDate() + days);
    return day.toISOString().slice(0, 10);
  };
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  if (text === 'today') return today;
  if (text === 'tomorrow') return plus(1);
  if (text === 'next week') return plus(7);
  const span = /^(?:in\s+)?(\d{1,3})\s+(day|week)s?$/.exec(text);
  if (span) return plus(Number(span[1]) * (span[2] === 'week' ? 7 : 1));
  const named = new Date(`${text} ${/\d{4}/.test(text) ? '' : start.getUTCFullYear()} UTC`);
  if (/[a-z]{3}/.test(text) && !Number.isNaN(named.getTime())) return named.toISOString().slice(0, 10);
  return refuseCommand('the date is not understood; write it like 2026-03-01');
}
