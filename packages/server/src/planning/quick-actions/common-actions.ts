import { formatDuration, parseDuration } from '@tributary/contract/planning/durations.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type ActionResult, defineQuickAction, type Noteable } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { findMilestone } from '../milestones/reads/list-milestones.ts';
import { listLabelsFor } from '../labels/reads/list-labels.ts';
import { matchLabels } from '../labels/reads/match-labels.ts';
import type { PeopleWish } from '../shared/people-wish.ts';
import type { LabelWish } from '../shared/resolve-wishes.ts';
import type { TimeChange } from '../time-tracking/track-time.ts';
import {
  fullPathOf,
  readLabelNames,
  readMilestoneTitle,
  readPeople,
  readThing,
  type ReferredThing,
  refuseCommand,
} from './read-args.ts';

/** What commands need to know about and do to one kind of thing, each with the operation of the button. */
export type Commanded = {
  type: string;
  noun: string;
  can: (
    ctx: Context,
    noteable: Noteable,
  ) => Promise<{ update: boolean; admin: boolean; lock: boolean; close: boolean; reopen: boolean; subscribe: boolean }>;
  /** May this be done in the text of a new one in this project? */
  canOnNew: (ctx: Context, access: ProjectAccess, right: RightOnNew) => boolean;
  labelIds: (ctx: Context, id: number) => Promise<number[]>;
  milestoneId: (ctx: Context, id: number) => Promise<number | null>;
  update: (
    ctx: Context,
    noteable: Noteable,
    wish: {
      title?: string;
      assigneeIds?: PeopleWish;
      labels?: LabelWish;
      milestoneId?: number | null;
      isDiscussionLocked?: boolean;
    },
  ) => Promise<unknown>;
  changeState: (ctx: Context, id: number, event: 'close' | 'reopen') => Promise<unknown>;
  track: (ctx: Context, id: number, change: TimeChange) => Promise<unknown>;
  subscribe: (ctx: Context, id: number, isSubscribed: boolean) => Promise<unknown>;
  /** As references name it. */
  kind: ReferredThing['kind'];
  /** Labels and milestone of one of the kind, by its number; throws not_found for what the actor may not see. */
  findMetadata: (ctx: Context, access: ProjectAccess, iid: number) => Promise<Metadata>;
};

type Metadata = { labelIds: number[]; milestoneId: number | null };

/** What `/copy_metadata` copies from, by the kind of the reference. */
const sources = new Map<ReferredThing['kind'], Commanded['findMetadata']>();

type Right = keyof Awaited<ReturnType<Commanded['can']>>;

/** People, labels and the like; what is only for those who work here; locking. */
export type RightOnNew = 'metadata' | 'admin' | 'lock';

/** Commands for the text of a new one; the others need something that is there already. */
const FOR_NEW: Record<string, RightOnNew> = {
  assign: 'metadata',
  label: 'metadata',
  milestone: 'metadata',
  copy_metadata: 'metadata',
  estimate: 'admin',
  spend: 'admin',
  lock: 'lock',
};

const done = (message: string): ActionResult => ({ message });
const idsOf = (users: readonly { id: number }[]) => users.map((user) => user.id);
const mentions = (users: readonly { username: string }[]) => users.map((user) => `@${user.username}`).join(' ');

/** Commands that issues and merge requests have in common. */
export function defineCommonActions(thing: Commanded): void {
  const { type, noun } = thing;
  sources.set(thing.kind, thing.findMetadata);
  const define = (
    name: string,
    right: Right,
    parts: {
      description: string;
      aliases?: string[];
      params?: string;
      explain: (args: string) => string;
      run: (ctx: Context, noteable: Noteable, args: string) => Promise<ActionResult>;
    },
  ) => {
    const onNew = FOR_NEW[name];
    defineQuickAction({
      ...parts,
      name,
      types: [type],
      isAvailable: async (ctx, noteable) => (await thing.can(ctx, noteable))[right],
      ...(onNew && { isForNew: (ctx, access) => thing.canOnNew(ctx, access, onNew) }),
    });
  };
  stateActions(thing, define);
  define('title', 'update', {
    description: 'Change title',
    params: '<New title>',
    explain: (args) => `Changes the title to "${args}".`,
    run: async (ctx, noteable, args) => {
      await thing.update(ctx, noteable, { title: args });
      return done(`Changed the title to "${args}".`);
    },
  });
  for (const isLocked of [true, false]) {
    const word = isLocked ? 'Lock' : 'Unlock';
    define(word.toLowerCase(), 'lock', {
      description: `${word} the discussion`,
      explain: () => `${word}s the discussion.`,
      run: async (ctx, noteable) => {
        await thing.update(ctx, noteable, { isDiscussionLocked: isLocked });
        return done(`${word}ed the discussion.`);
      },
    });
  }
  for (const isSubscribed of [true, false]) {
    const word = isSubscribed ? 'Subscribe' : 'Unsubscribe';
    const where = isSubscribed ? 'to' : 'from';
    define(word.toLowerCase(), 'subscribe', {
      description: word,
      explain: () => `${word}s ${where} this ${noun}.`,
      run: async (ctx, { id }) => {
        await thing.subscribe(ctx, id, isSubscribed);
        return done(`${word}d ${where} this ${noun}.`);
      },
    });
  }
  peopleActions(thing, define);
  labelActions(thing, define);
  milestoneActions(thing, define);
  timeActions(thing, define);
}

type Define = (
  name: string,
  right: Right,
  parts: {
    description: string;
    aliases?: string[];
    params?: string;
    explain: (args: string) => string;
    run: (ctx: Context, noteable: Noteable, args: string) => Promise<ActionResult>;
  },
) => void;

function stateActions(thing: Commanded, define: Define): void {
  for (const event of ['close', 'reopen'] as const) {
    const word = event === 'close' ? 'Close' : 'Reopen';
    define(event, event, {
      description: `${word} this ${thing.noun}`,
      explain: () => `${word}s this ${thing.noun}.`,
      run: async (ctx, { id }) => {
        await thing.changeState(ctx, id, event);
        return done(`${word}${event === 'close' ? 'd' : 'ed'} this ${thing.noun}.`);
      },
    });
  }
}

function peopleActions(thing: Commanded, define: Define): void {
  define('assign', 'update', {
    description: 'Assign',
    params: '@user1 @user2',
    explain: (args) => `Assigns ${args}.`,
    run: async (ctx, noteable, args) => {
      const users = await readPeople(ctx, args);
      await thing.update(ctx, noteable, { assigneeIds: { add: idsOf(users), remove: [] } });
      return done(`Assigned ${mentions(users)}.`);
    },
  });
  define('unassign', 'update', {
    description: 'Remove all or specific assignees',
    aliases: ['remove_assignee'],
    params: '@user1 @user2',
    explain: (args) => (args === '' ? 'Removes all assignees.' : `Removes assignee ${args}.`),
    run: async (ctx, noteable, args) => {
      const users = args === '' ? undefined : await readPeople(ctx, args);
      await thing.update(ctx, noteable, { assigneeIds: users ? { add: [], remove: idsOf(users) } : [] });
      return done(users ? `Removed assignee ${mentions(users)}.` : 'Removed all assignees.');
    },
  });
  define('reassign', 'update', {
    description: 'Change assignees',
    params: '@user1 @user2',
    explain: (args) => `Changes assignees to ${args}.`,
    run: async (ctx, noteable, args) => {
      const users = await readPeople(ctx, args);
      await thing.update(ctx, noteable, { assigneeIds: idsOf(users) });
      return done(`Changed assignees to ${mentions(users)}.`);
    },
  });
}

function labelActions(thing: Commanded, define: Define): void {
  const named = (args: string) => {
    const names = readLabelNames(args);
    return names.length > 0 ? names : refuseCommand('no label was named');
  };
  const shown = (names: readonly string[]) =>
    `${names.map((name) => `~"${name}"`).join(' ')} ${names.length === 1 ? 'label' : 'labels'}`;
  /** Commands put on labels that are there; a name that is none may be a slip. */
  const matched = async (ctx: Context, noteable: Noteable, args: string) => {
    const { known, unknown } = await matchLabels(ctx, noteable.access, named(args));
    const missing = unknown.length === 0 ? '' : `there ${unknown.length === 1 ? 'is' : 'are'} no ${shown(unknown)}`;
    return known.length > 0 ? { names: known, rest: sentence(missing) } : refuseCommand(missing);
  };
  const sentence = (text: string) => (text === '' ? '' : ` ${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
  define('label', 'admin', {
    description: 'Add labels',
    aliases: ['labels'],
    params: '~label1 ~"label 2"',
    explain: (args) => `Adds ${shown(readLabelNames(args))}.`,
    run: async (ctx, noteable, args) => {
      const { names, rest } = await matched(ctx, noteable, args);
      await thing.update(ctx, noteable, { labels: { add: names } });
      return done(`Added ${shown(names)}.${rest}`);
    },
  });
  define('unlabel', 'admin', {
    description: 'Remove all or specific labels',
    aliases: ['remove_label', 'remove_labels'],
    params: '~label1 ~"label 2"',
    explain: (args) => (args === '' ? 'Removes all labels.' : `Removes ${shown(readLabelNames(args))}.`),
    run: async (ctx, noteable, args) => {
      if (args === '') {
        await thing.update(ctx, noteable, { labels: { set: [] } });
        return done('Removed all labels.');
      }
      const own = new Set((await listLabelsFor(ctx, await thing.labelIds(ctx, noteable.id))).map((each) => each.name));
      const wanted = [...new Set(named(args))];
      const names = wanted.filter((name) => own.has(name));
      const others = wanted.filter((name) => !own.has(name));
      const missing = others.length === 0 ? '' : `this ${thing.noun} does not have ${shown(others)}`;
      if (names.length === 0) return refuseCommand(missing);
      await thing.update(ctx, noteable, { labels: { remove: names } });
      return done(`Removed ${shown(names)}.${sentence(missing)}`);
    },
  });
  define('relabel', 'admin', {
    description: 'Replace all labels',
    params: '~label1 ~"label 2"',
    explain: (args) => `Replaces all labels with ${shown(readLabelNames(args))}.`,
    run: async (ctx, noteable, args) => {
      const { names, rest } = await matched(ctx, noteable, args);
      await thing.update(ctx, noteable, { labels: { set: names } });
      return done(`Replaced all labels with ${shown(names)}.${rest}`);
    },
  });
}

function milestoneActions(thing: Commanded, define: Define): void {
  define('milestone', 'admin', {
    description: 'Set milestone',
    params: '%"milestone"',
    explain: (args) => `Sets the milestone to %"${readMilestoneTitle(args)}".`,
    run: async (ctx, noteable, args) => {
      const found = await findMilestone(ctx, noteable.access.project.id, { title: readMilestoneTitle(args) });
      if (!found) return refuseCommand('no milestone was found');
      await thing.update(ctx, noteable, { milestoneId: found.id });
      return done(`Set the milestone to %"${found.title}".`);
    },
  });
  define('remove_milestone', 'admin', {
    description: 'Remove milestone',
    explain: () => 'Removes the milestone.',
    run: async (ctx, noteable) => {
      await thing.update(ctx, noteable, { milestoneId: null });
      return done('Removed the milestone.');
    },
  });
  define('copy_metadata', 'admin', {
    description: 'Copy labels and milestone from an issue or merge request',
    params: '#issue | !merge_request | group/project#issue | URL',
    explain: (args) => `Copies labels and milestone from ${args}.`,
    run: async (ctx, noteable, args) => {
      const other = await sourceOf(ctx, thing, noteable, args);
      const named = (await listLabelsFor(ctx, other.labelIds)).map((label) => label.name);
      // Of another project only what is here too.
      const { known } = await matchLabels(ctx, noteable.access, named);
      const milestone =
        other.milestoneId === null
          ? undefined
          : await findMilestone(ctx, noteable.access.project.id, { id: other.milestoneId });
      await thing.update(ctx, noteable, {
        labels: { add: known },
        ...(milestone && { milestoneId: milestone.id }),
      });
      return done(`Copied labels and milestone from ${args}.`);
    },
  });
}

/** What `#5`, `!5`, `group/other#5`, an address or a bare number means, as the actor may see it. */
async function sourceOf(ctx: Context, thing: Commanded, noteable: Noteable, args: string): Promise<Metadata> {
  const written = args.trim();
  const isNumber = /^\d{1,15}$/.test(written);
  const references = isNumber
    ? [{ kind: thing.kind, path: undefined, iid: Number(written) }]
    : written.split(/\s+/).flatMap((word) => readThing(word) ?? refuseCommand(`${word} is no issue or merge request`));
  const [named, ...others] = references;
  const find = named && sources.get(named.kind);
  if (!find || others.length > 0) refuseCommand('name one issue or merge request to copy from');
  const { path, iid } = named;
  try {
    const access = path === undefined ? noteable.access : await getProjectAccess(ctx, fullPathOf(noteable, path));
    return await find(ctx, access, iid);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') refuseCommand(`${written} was not found`);
    throw error;
  }
}

function timeActions(thing: Commanded, define: Define): void {
  const spanOf = (args: string) =>
    parseDuration(args) ?? refuseCommand('the time is not understood; write it like 1h 30m');
  define('estimate', 'admin', {
    description: 'Set time estimate',
    aliases: ['estimate_time'],
    params: '<1w 3d 2h 14m>',
    explain: (args) => `Sets the time estimate to ${args}.`,
    run: async (ctx, { id }, args) => {
      const seconds = spanOf(args);
      await thing.track(ctx, id, { kind: 'estimate', duration: args });
      return {
        message: `Set the time estimate to ${formatDuration(seconds) ?? '0h'}.`,
        changes: { time_estimate: seconds },
      };
    },
  });
  define('spend', 'admin', {
    description: 'Add or subtract spent time',
    aliases: ['spent', 'spend_time'],
    params: '<1h 30m | -1h 30m> <date>',
    explain: (args) => `${args.startsWith('-') ? 'Subtracts' : 'Adds'} ${args.replace(/^-/, '')} of spent time.`,
    run: async (ctx, { id }, args) => {
      const [, duration = '', day] = /^(.*?)\s*(\d{4}-\d{2}-\d{2})?$/.exec(args.trim()) ?? [];
      const seconds = spanOf(duration);
      const spentAt = day === undefined ? undefined : new Date(`${day}T12:00:00Z`);
      if (spentAt && spentAt > ctx.clock.now()) refuseCommand('the day is not over');
      await thing.track(ctx, id, { kind: 'spend', duration, spentAt });
      const span = formatDuration(Math.abs(seconds));
      return {
        message: `${seconds < 0 ? 'Subtracted' : 'Added'} ${span} of spent time.`,
        changes: { spend_time: seconds },
      };
    },
  });
  define('remove_estimate', 'admin', {
    description: 'Remove time estimate',
    aliases: ['remove_time_estimate'],
    explain: () => 'Removes the time estimate.',
    run: async (ctx, { id }) => {
      await thing.track(ctx, id, { kind: 'remove_estimate' });
      return done('Removed the time estimate.');
    },
  });
  define('remove_time_spent', 'admin', {
    description: 'Remove spent time',
    explain: () => 'Removes the spent time.',
    run: async (ctx, { id }) => {
      await thing.track(ctx, id, { kind: 'remove_spent' });
      return done('Removed the spent time.');
    },
  });
}
