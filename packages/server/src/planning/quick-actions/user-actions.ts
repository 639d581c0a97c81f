import type { ExplainAt, Noteable } from '../../discussions/index.ts';
import { actorId } from '../../platform/actor.ts';
import { type Context, transact } from '../../platform/context.ts';
import { projectOf } from '../../projects/index.ts';
import { concernsOnlySelf, type UsersInput } from '../shared/users-input.ts';
import { type Commanded, type Define, done, type Rights } from './commanded.ts';
import { idsOf, putOn, findNamedUsers, userCommandResult, explainUserCommand } from './named-users.ts';

/** Who a thing is given to. */
export function userActions(thing: Commanded, define: Define): void {
  const { noun } = thing;
  /** Whoever may edit takes themselves on and off; others only those do who work here. */
  const mayPut =
    (inputOf: (ids: number[] | undefined) => UsersInput) =>
    async (ctx: Context, { id }: Noteable, { args, rights }: { args?: string | undefined; rights: Rights }) => {
      if (rights.admin || args === undefined) return true;
      const ids = args === '' ? undefined : idsOf(await findNamedUsers(ctx, args));
      return concernsOnlySelf(ctx, inputOf(ids), await thing.assigneeIds(ctx, id));
    };
  const mayTakeOff = mayPut((ids) => (ids ? { add: [], remove: ids } : []));
  /** Who of those named would be on it: all who are there, and who can see it. */
  const explain = (did: (who: string) => string) => async (args: string, at: ExplainAt) => {
    const people = await findNamedUsers(at.ctx, args);
    const there = at.noteable ? await thing.assigneeIds(at.ctx, at.noteable.id) : [];
    const able = await thing.whoCanSee(at.ctx, projectOf(at.place), idsOf(people));
    return explainUserCommand(people, [...there, ...able], putOn(noun, did));
  };
  /** Tells who is on it then. With none of those named, nothing is changed. */
  const put = (inputOf: (ids: number[]) => UsersInput, did: (who: string) => string) => {
    return (ctx: Context, noteable: Noteable, args: string) =>
      transact(ctx, async (inner) => {
        const people = await findNamedUsers(inner, args);
        await thing.update(inner, noteable, { assigneeIds: inputOf(idsOf(people)) });
        return userCommandResult(people, await thing.assigneeIds(inner, noteable.id), putOn(noun, did));
      });
  };
  define('assign', 'update', {
    description: 'Assign',
    params: '@user1 @user2',
    isApt: mayPut((ids = []) => ({ add: ids, remove: [] })),
    explain: explain((who) => `Assigns ${who}.`),
    run: put(
      (ids) => ({ add: ids, remove: [] }),
      (who) => `Assigned ${who}.`,
    ),
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
      const people = args === '' ? undefined : await findNamedUsers(ctx, args);
      const before = await thing.assigneeIds(ctx, noteable.id);
      await thing.update(ctx, noteable, { assigneeIds: people ? { add: [], remove: idsOf(people) } : [] });
      if (!people) return done('Removed all assignees.');
      const did = (who: string) => `Removed assignee ${who}.`;
      return userCommandResult(people, before, {
        did,
        nobody: (who) => `no user named ${who} is assigned to this ${noun}`,
      });
    },
  });
  define('reassign', 'update', {
    description: 'Change assignees',
    params: '@user1 @user2',
    isApt: mayPut((ids = []) => ids),
    explain: explain((who) => `Changes assignees to ${who}.`),
    run: put(
      (ids) => ids,
      (who) => `Changed assignees to ${who}.`,
    ),
  });
}
