import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Noteable } from '../../discussions/index.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { concernsOnlySelf, type PeopleWish } from '../shared/people-wish.ts';
import { type Commanded, type Define, done, type Rights } from './commanded.ts';
import { readPeople } from './read-args.ts';

const idsOf = (users: readonly { id: number }[]) => users.map((user) => user.id);
const mentions = (users: readonly { username: string }[]) => users.map((user) => `@${user.username}`).join(' ');

/** Who a thing is given to. */
export function peopleActions(thing: Commanded, define: Define): void {
  /** Whoever may edit takes themselves on and off; others only those do who work here. */
  const mayPut =
    (wishOf: (ids: number[] | undefined) => PeopleWish) =>
    async (ctx: Context, { id }: Noteable, { args, rights }: { args?: string | undefined; rights: Rights }) => {
      if (rights.admin || args === undefined) return true;
      try {
        const ids = args === '' ? undefined : idsOf(await readPeople(ctx, args));
        return concernsOnlySelf(ctx, wishOf(ids), await thing.assigneeIds(ctx, id));
      } catch (error) {
        if (error instanceof AppError) return false;
        throw error;
      }
    };
  const mayTakeOff = mayPut((ids) => (ids ? { add: [], remove: ids } : []));
  define('assign', 'update', {
    description: 'Assign',
    params: '@user1 @user2',
    isApt: mayPut((ids = []) => ({ add: ids, remove: [] })),
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
    isApt: async (ctx, noteable, asked) => {
      const assigned = await thing.assigneeIds(ctx, noteable.id);
      const mayBegin = asked.rights.admin || assigned.includes(actorId(ctx.actor) ?? 0);
      return assigned.length > 0 && mayBegin && mayTakeOff(ctx, noteable, asked);
    },
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
    isApt: mayPut((ids = []) => ids),
    explain: (args) => `Changes assignees to ${args}.`,
    run: async (ctx, noteable, args) => {
      const users = await readPeople(ctx, args);
      await thing.update(ctx, noteable, { assigneeIds: idsOf(users) });
      return done(`Changed assignees to ${mentions(users)}.`);
    },
  });
}
