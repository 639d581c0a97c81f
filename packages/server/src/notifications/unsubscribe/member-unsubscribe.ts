import type { Extensions } from '../../platform/extensions.ts';
import { findActingUser } from '../../accounts/index.ts';
import { noteableById } from '../../discussions/index.ts';
import type { UserActor } from '../../platform/actor.ts';
import { type Context, transact } from '../../platform/context.ts';
import { notificationSubjectOf, type NotificationSubject } from '../notification-subject.ts';
import { CALLS } from '../rules/wants.ts';
import { dropMailNotifications } from '../store/mail-notifications.ts';
import { defineUnsubscribe, leavePath } from './unsubscribe-link.ts';

const NAME = 'member';
const DAY_MS = 86_400_000;
/** Mails are kept, forwarded and lost. */
const LINK_LIFE_DAYS = 365;

type Named = { actor: UserActor; type: string; id: number; descriptor: NotificationSubject };

const today = (ctx: Context) => Math.floor(ctx.clock.now().getTime() / DAY_MS);

/** Where this user stops the mails about this one thing, for a year; undefined where that cannot be chosen of one thing. */
export function memberLeavePath(ctx: Context, userId: number, type: string, id: number): string | undefined {
  return notificationSubjectOf(type)?.stop && leavePath(ctx, NAME, [userId, type, id, today(ctx)].join('.'));
}

/** Nobody who is blocked, nothing that they may not read any more, and no old link. */
async function read(ctx: Context, named: string): Promise<Named | undefined> {
  const [, userId, type = '', id, day] = /^(\d{1,15})\.([A-Za-z]+)\.(\d{1,15})\.(\d{1,6})$/.exec(named) ?? [];
  if (today(ctx) - Number(day ?? 0) > LINK_LIFE_DAYS) return undefined;
  const descriptor = notificationSubjectOf(type);
  const actor = await findActingUser(ctx, Number(userId));
  if (!descriptor || !actor || !(await noteableById({ ...ctx, actor }, type, Number(id)))) return undefined;
  return { actor, type, id: Number(id), descriptor };
}

export const unsubscribeMemberUnsubscribe: Extensions = [
  defineUnsubscribe({
    name: NAME,
    find: async (ctx, named) => {
      const found = await read(ctx, named);
      return found && { who: `@${found.actor.username}`, noun: found.descriptor.noun, isMember: true };
    },
    leave: (ctx, named) =>
      transact(ctx, async (inner) => {
        const found = await read(inner, named);
        if (!found) return;
        const { actor, type, id } = found;
        await found.descriptor.stop?.({ ...inner, actor }, id);
        // What waits to be sent is about the same; being called is told all the same, as it will be from now on.
        await dropMailNotifications(inner.db, { userId: actor.id }, { type, id }, [...CALLS]);
      }),
  }),
];
