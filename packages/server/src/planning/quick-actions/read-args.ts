import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Noteable } from '../../discussions/index.ts';
import { scanReferences } from '../../platform/markup/index.ts';
import { parseDayText } from '../rules/read-day.ts';

/** Says to the user why a command could not be done. */
export function refuseCommand(reason: string): never {
  throw new AppError('command_failed', { reason });
}

/** Such a reason told by itself, of a command that was done all the same. */
export function asSentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
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

/** An issue or merge request by its number; without a path it is of the same project. */
export type ReferredThing = { kind: 'issue' | 'merge_request'; path: string | undefined; iid: number };

const IN_ADDRESS = /\/([^\s]+?)\/-\/(issues|merge_requests)\/(\d{1,15})/;

/** `#12`, `!12`, `group/project#12` and addresses; undefined for other words. */
export function readThing(word: string): ReferredThing | undefined {
  const [, path, list, iid] = IN_ADDRESS.exec(word.replace(/^https?:\/\/[^/]+/, '')) ?? [];
  if (list) return { kind: list === 'issues' ? 'issue' : 'merge_request', path, iid: Number(iid) };
  const [found] = scanReferences(word);
  if (found?.kind !== 'issue' && found?.kind !== 'merge_request') return undefined;
  return { kind: found.kind, path: found.path === '' ? undefined : found.path, iid: Number(found.value) };
}

/** The issues among these words. */
export function readIssues(args: string): ReferredThing[] {
  return args.split(/[\s,]+/).flatMap((word) => {
    const thing = readThing(word);
    return thing?.kind === 'issue' ? thing : [];
  });
}

/** A single word is a sibling of the project in which it is written. */
export function fullPathOf(noteable: Noteable, path: string): string {
  const here = noteable.place.fullPath;
  return path.includes('/') ? path : `${here.slice(0, here.lastIndexOf('/') + 1)}${path}`;
}

/** A day as users write it (see rules/read-day.ts); refuses what is none. */
export function readDay(args: string, today: string): string {
  return parseDayText(args, today) ?? refuseCommand('the date is invalid. Use a format like 2026-03-01');
}
