import { formatDuration, parseDuration } from '@tributary/contract/planning/durations.ts';
import { type ActionResult, defineQuickAction, type Noteable } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { findMilestone, listMilestonesFor } from '../milestones/reads/list-milestones.ts';
import { listLabelsFor } from '../labels/reads/list-labels.ts';
import type { PeopleWish } from '../shared/people-wish.ts';
import type { LabelWish } from '../shared/resolve-wishes.ts';
import type { TimeChange } from '../time-tracking/track-time.ts';
import { readIssues, readLabelNames, readMilestoneTitle, readPeople, refuseCommand } from './read-args.ts';

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
  /** Another thing of the kind, by number in the same project, with its labels and milestone. */
  findOther: (
    ctx: Context,
    noteable: Noteable,
    iid: number,
  ) => Promise<{ labelIds: number[]; milestoneId: number | null }>;
};

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
  define('label', 'admin', {
    description: 'Add labels',
    aliases: ['labels'],
    params: '~label1 ~"label 2"',
    explain: (args) => `Adds ${shown(readLabelNames(args))}.`,
    run: async (ctx, noteable, args) => {
      const names = named(args);
      await thing.update(ctx, noteable, { labels: { add: names } });
      return done(`Added ${shown(names)}.`);
    },
  });
  define('unlabel', 'admin', {
    description: 'Remove all or specific labels',
    aliases: ['remove_label', 'remove_labels'],
    params: '~label1 ~"label 2"',
    explain: (args) => (args === '' ? 'Removes all labels.' : `Removes ${shown(readLabelNames(args))}.`),
    run: async (ctx, noteable, args) => {
      const names = args === '' ? undefined : named(args);
      await thing.update(ctx, noteable, { labels: names ? { remove: names } : { set: [] } });
      return done(names ? `Removed ${shown(names)}.` : 'Removed all labels.');
    },
  });
  define('relabel', 'admin', {
    description: 'Replace all labels',
    params: '~label1 ~"label 2"',
    explain: (args) => `Replaces all labels with ${shown(readLabelNames(args))}.`,
    run: async (ctx, noteable, args) => {
      const names = named(args);
      await thing.update(ctx, noteable, { labels: { set: names } });
      return done(`Replaced all labels with ${shown(names)}.`);
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
    description: 'Copy labels and milestone from another of the same project',
    params: thing.type === 'Issue' ? '#issue' : '!merge_request',
    explain: (args) => `Copies labels and milestone from ${args}.`,
    run: async (ctx, noteable, args) => {
      const iid = Number(/\d{1,15}/.exec(readIssues(args)[0]?.iid.toString() ?? args)?.[0] ?? 0);
      const other = await thing.findOther(ctx, noteable, iid);
      const labels = (await listLabelsFor(ctx, other.labelIds)).map((label) => label.name);
      const [milestone] = await listMilestonesFor(ctx, other.milestoneId === null ? [] : [other.milestoneId]);
      await thing.update(ctx, noteable, {
        labels: { add: labels },
        ...(milestone && { milestoneId: milestone.id }),
      });
      return done(`Copied labels and milestone from ${args}.`);
    },
  });
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
