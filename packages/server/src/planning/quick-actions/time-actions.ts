import { formatDuration, parseDuration } from '@tributary/contract/planning/durations.ts';
import type { Context } from '../../platform/context.ts';
import { timeStatsOf } from '../time-tracking/track-time.ts';
import { type Commanded, type Define, done } from './commanded.ts';
import { refuseCommand } from './read-args.ts';

/** How long a thing takes and took. */
export function timeActions(thing: Commanded, define: Define): void {
  const spanOf = (args: string) =>
    parseDuration(args) ?? refuseCommand('the time is invalid. Use a format like 1h 30m');
  const timeOf = async (ctx: Context, id: number) =>
    (await timeStatsOf(ctx, thing.type, [id])).get(id) ?? { estimateSeconds: 0, spentSeconds: 0 };
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
      if (spentAt && spentAt > ctx.clock.now()) refuseCommand('the date is in the future');
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
    isApt: async (ctx, { id }) => (await timeOf(ctx, id)).estimateSeconds > 0,
    explain: () => 'Removes the time estimate.',
    run: async (ctx, { id }) => {
      await thing.track(ctx, id, { kind: 'remove_estimate' });
      return done('Removed the time estimate.');
    },
  });
  define('remove_time_spent', 'admin', {
    description: 'Remove spent time',
    isApt: async (ctx, { id }) => (await timeOf(ctx, id)).spentSeconds !== 0,
    explain: () => 'Removes the spent time.',
    run: async (ctx, { id }) => {
      await thing.track(ctx, id, { kind: 'remove_spent' });
      return done('Removed the spent time.');
    },
  });
}
