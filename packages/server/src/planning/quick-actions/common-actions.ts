import type { Extension } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineQuickAction, type Noteable } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { getProjectAccess, projectOf } from '../../projects/index.ts';
import { findMilestone } from '../milestones/reads/list-milestones.ts';
import { listLabelsFor } from '../labels/reads/list-labels.ts';
import { matchLabels } from '../labels/reads/match-labels.ts';
import {
  asSentence,
  fullPathOf,
  readLabelNames,
  readMilestoneTitle,
  readThing,
  type ReferredThing,
  refuseCommand,
} from './read-args.ts';
import { type Commanded, type Define, done, type Metadata, type RightOnNew } from './commanded.ts';
import { userActions } from './user-actions.ts';
import { timeActions } from './time-actions.ts';

/** What `/copy_metadata` copies from, by the kind of the reference. */
const sources = new Map<ReferredThing['kind'], Commanded['findMetadata']>();

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

/** Commands that issues and merge requests have in common. */
export function defineCommonActions(thing: Commanded): Extension {
  return () => {
    const { type, noun } = thing;
    sources.set(thing.kind, thing.findMetadata);
    const define: Define = (name, right, { isApt, ...parts }) => {
      const onNew = FOR_NEW[name];
      defineQuickAction({
        ...parts,
        name,
        types: [type],
        isAvailable: async (ctx, noteable, args) => {
          const rights = await thing.can(ctx, noteable);
          return rights[right] && (!isApt || (await isApt(ctx, noteable, { args, rights })));
        },
        ...(onNew && { isForNew: (ctx, place) => thing.canOnNew(ctx, projectOf(place), onNew) }),
      })();
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
        isApt: async (ctx, { id }) => (await thing.isLocked(ctx, id)) !== isLocked,
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
        isApt: async (ctx, { id }) => (await thing.isSubscribed(ctx, id)) !== isSubscribed,
        explain: () => `${word}s ${where} this ${noun}.`,
        run: async (ctx, { id }) => {
          await thing.subscribe(ctx, id, isSubscribed);
          return done(`${word}d ${where} this ${noun}.`);
        },
      });
    }
    userActions(thing, define);
    labelActions(thing, define);
    milestoneActions(thing, define);
    timeActions(thing, define);
  };
}

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

function labelActions(thing: Commanded, define: Define): void {
  const named = (args: string) => {
    const names = readLabelNames(args);
    return names.length > 0 ? names : refuseCommand('no label was specified');
  };
  const shown = (names: readonly string[]) =>
    `${names.map((name) => `~"${name}"`).join(' ')} ${names.length === 1 ? 'label' : 'labels'}`;
  /** Commands put on labels that are there; a name that is none may be a slip. */
  const matched = async (ctx: Context, noteable: Noteable, args: string) => {
    const { known, unknown } = await matchLabels(ctx, projectOf(noteable.place), named(args));
    const missing = `there ${unknown.length === 1 ? 'is' : 'are'} no ${shown(unknown)}`;
    if (known.length === 0) return refuseCommand(missing);
    return { names: known, missed: unknown.length === 0 ? undefined : asSentence(missing) };
  };
  define('label', 'admin', {
    description: 'Add labels',
    aliases: ['labels'],
    params: '~label1 ~"label 2"',
    explain: (args) => `Adds ${shown(readLabelNames(args))}.`,
    run: async (ctx, noteable, args) => {
      const { names, missed } = await matched(ctx, noteable, args);
      await thing.update(ctx, noteable, { labels: { add: names } });
      return done(`Added ${shown(names)}.`, missed);
    },
  });
  define('unlabel', 'admin', {
    description: 'Remove all or specific labels',
    aliases: ['remove_label', 'remove_labels'],
    params: '~label1 ~"label 2"',
    isApt: async (ctx, { id }) => (await thing.labelIds(ctx, id)).length > 0,
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
      const missing = `this ${thing.noun} does not have ${shown(others)}`;
      if (names.length === 0) return refuseCommand(missing);
      await thing.update(ctx, noteable, { labels: { remove: names } });
      return done(`Removed ${shown(names)}.`, others.length === 0 ? undefined : asSentence(missing));
    },
  });
  define('relabel', 'admin', {
    description: 'Replace all labels',
    params: '~label1 ~"label 2"',
    explain: (args) => `Replaces all labels with ${shown(readLabelNames(args))}.`,
    run: async (ctx, noteable, args) => {
      const { names, missed } = await matched(ctx, noteable, args);
      await thing.update(ctx, noteable, { labels: { set: names } });
      return done(`Replaced all labels with ${shown(names)}.`, missed);
    },
  });
}

function milestoneActions(thing: Commanded, define: Define): void {
  define('milestone', 'admin', {
    description: 'Set milestone',
    params: '%"milestone"',
    explain: (args) => `Sets the milestone to %"${readMilestoneTitle(args)}".`,
    run: async (ctx, noteable, args) => {
      const found = await findMilestone(ctx, noteable.place.id, { title: readMilestoneTitle(args) });
      if (!found) return refuseCommand('the milestone was not found');
      await thing.update(ctx, noteable, { milestoneId: found.id });
      return done(`Set the milestone to %"${found.title}".`);
    },
  });
  define('remove_milestone', 'admin', {
    description: 'Remove milestone',
    isApt: async (ctx, { id }) => (await thing.milestoneId(ctx, id)) !== null,
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
      const { known } = await matchLabels(ctx, projectOf(noteable.place), named);
      const milestone =
        other.milestoneId === null ? undefined : await findMilestone(ctx, noteable.place.id, { id: other.milestoneId });
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
    : written
        .split(/\s+/)
        .flatMap((word) => readThing(word) ?? refuseCommand(`${word} is not an issue or merge request`));
  const [named, ...others] = references;
  const find = named && sources.get(named.kind);
  if (!find || others.length > 0) refuseCommand('specify one issue or merge request to copy from');
  const { path, iid } = named;
  try {
    const access =
      path === undefined ? projectOf(noteable.place) : await getProjectAccess(ctx, fullPathOf(noteable, path));
    return await find(ctx, access, iid);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') refuseCommand(`${written} was not found`);
    throw error;
  }
}
