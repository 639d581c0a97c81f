import { AppError, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { actorId, SYSTEM } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import { emit } from '../../../platform/events.ts';
import type { Context } from '../../../platform/context.ts';
import { sendMail } from '../../../platform/mail/mailer.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { limiterFor } from '../../../platform/rate-limiter.ts';
import { getNamespaceAccess, getProjectAccess } from '../../access/project-access.ts';
import { canAdd, lockRefusal } from '../abilities.ts';
import {
  type AccessRequestRow,
  deleteAccessRequestRow,
  insertAccessRequest,
  lockAccessRequest,
} from '../access-request-store.ts';
import { type LoadedContainer, loadContainer } from '../load-container.ts';
import type { MemberContainer } from '../member-store.ts';
import { managersToMail } from '../reads/managers-to-mail.ts';
import { addMember } from './add-member.ts';

const REQUESTS = { limit: 30, windowMs: 60 * 60_000 };

/** Names that anyone may choose do not stand in these mails. */
async function mailManagers(ctx: Context, place: MemberContainer, username: string): Promise<void> {
  const system = { ...ctx, actor: SYSTEM };
  const { fullPath, members, addresses } = await managersToMail(system, place);
  for (const to of addresses) {
    await sendMail(system, {
      to,
      subject: `${username} requested access to ${fullPath}`,
      text: `${username} (${ctx.config.url}/${username}) requested access to the ${place.kind} ${fullPath}.\n\nTo approve or deny the request, go to: ${ctx.config.url}${members}\n\nTributary at ${ctx.config.url}\n`,
    });
  }
}

async function isEnabled(ctx: Context, place: MemberContainer): Promise<boolean> {
  return place.kind === 'project'
    ? (await getProjectAccess(ctx, place.id)).project.request_access_enabled
    : (await getNamespaceAccess(ctx, place.id)).namespace.request_access_enabled;
}

function emitChange(
  ctx: Context,
  { kind, id }: MemberContainer,
  { user_id: userId, requested_at: at }: Pick<AccessRequestRow, 'user_id' | 'requested_at'>,
  action: 'created' | 'withdrawn' | 'denied',
): Promise<unknown> {
  const where = { projectId: kind === 'project' ? id : null, namespaceId: kind === 'group' ? id : null };
  return emit(ctx, 'access_request.changed', { userId, ...where, action, requestedAt: at.toISOString() });
}

/** Asks for a role where the actor has none. */
export const requestAccess = defineOperation<{ place: MemberContainer }, LoadedContainer, AccessRequestRow>({
  name: 'access_request.create',
  load: (ctx, input) => loadContainer(ctx, input.place),
  check: async (ctx, { place, policy }) => {
    const denied = can(ctx.actor, 'request_access', policy);
    if (denied) return denied;
    if (ctx.actor.kind !== 'user' || ctx.actor.isBot) return refuse('forbidden');
    if (policy.level > 0) return refuse('member_exists');
    return (await isEnabled(ctx, place)) ? lockRefusal(ctx, place) : refuse('access_requests_disabled');
  },
  run: async (ctx, { place }) => {
    if (ctx.actor.kind !== 'user') throw new AppError('unauthenticated');
    const { id, username } = ctx.actor;
    if (await lockAccessRequest(ctx.db, place, id)) throw new AppError('access_request_exists');
    const state = limiterFor(ctx, 'access-requests', REQUESTS).hit(String(id), ctx.clock.now());
    if (state.isExceeded) throw new AppError('too_many_attempts', { seconds: state.retryAfterSeconds });
    const row = await insertAccessRequest(ctx.db, place, { user_id: id, requested_at: ctx.clock.now() });
    await audit(ctx, 'access_request.created', { type: place.kind, id: place.id }, { user_id: id });
    await emitChange(ctx, place, row, 'created');
    await mailManagers(ctx, place, username);
    return row;
  },
});

type Loaded = LoadedContainer & { row: AccessRequestRow | undefined };
type OfUser = { place: MemberContainer; userId: number };

async function loadRequest(ctx: Context, { place, userId }: OfUser): Promise<Loaded> {
  return { ...(await loadContainer(ctx, place)), row: await lockAccessRequest(ctx.db, place, userId) };
}

/** Told only to those who may know. */
function absence({ row }: Loaded): Refusal | null {
  return row ? null : refuse('not_found', { resource: 'Access Request' });
}

/** Gives the role that was asked for. */
export const approveAccessRequest = defineOperation<OfUser & { level: number }, Loaded, void>({
  name: 'access_request.approve',
  load: loadRequest,
  check: async (ctx, loaded, { level }) => (await canAdd(ctx, loaded.place, loaded.policy, level)) ?? absence(loaded),
  run: (ctx, { place }, { userId, level }) => addMember(ctx, { place, userId, level }),
});

/** Denies what someone asked for, or withdraws what the actor asked for. */
export const removeAccessRequest = defineOperation<OfUser, Loaded, void>({
  name: 'access_request.remove',
  load: loadRequest,
  check: (ctx, loaded, { userId }) => {
    const { place, policy } = loaded;
    const denied =
      actorId(ctx.actor) === userId
        ? can(ctx.actor, 'withdraw_access_request', policy)
        : can(ctx.actor, place.kind === 'project' ? 'admin_project_members' : 'admin_group_members', policy);
    return denied ?? absence(loaded);
  },
  run: async (ctx, { place, row }, { userId }) => {
    await deleteAccessRequestRow(ctx.db, place, userId);
    const action = actorId(ctx.actor) === userId ? 'withdrawn' : 'denied';
    await audit(ctx, `access_request.${action}`, { type: place.kind, id: place.id }, { user_id: userId });
    if (row) await emitChange(ctx, place, row, action);
  },
});
