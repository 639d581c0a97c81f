import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { HookEventKey } from '@tributary/contract/projects/page.ts';
import { audit } from '../../../platform/audit.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../access/project-access.ts';
import { deliverJob } from '../deliver.ts';
import { deliveryOfHook } from '../delivery-store.ts';
import { queueDelivery } from '../dispatch.ts';
import { type HookRow, hookOfProject } from '../hook-store.ts';
import { type HookPayload, hookSample } from '../payload-registry.ts';
import type { Context } from '../../../platform/context.ts';
import { transact } from '../../../platform/context.ts';

type Loaded = { access: ProjectAccess; hook: HookRow };

async function loadHook(ctx: Context, input: { projectId: number; hookId: number }): Promise<Loaded> {
  const access = await getProjectAccess(ctx, input.projectId);
  const hook = await hookOfProject(ctx.db, access.project.id, input.hookId);
  if (!hook || can(ctx.actor, 'read_hooks', access.policy)) throw new AppError('not_found', { resource: 'Hook' });
  return { access, hook };
}

/** Writes it down and sends it at once, so that whoever asked sees how it went; the waiting job then finds it done. */
async function sendNow(
  ctx: Context,
  hook: HookRow,
  payload: Pick<HookPayload, 'trigger' | 'eventName' | 'body'>,
  uuid?: string,
): Promise<number> {
  const id = await transact(ctx, (inner) =>
    queueDelivery(inner, hook, payload, { id: null, isSentByCaller: true, ...(uuid && { uuid }) }),
  );
  if (id === undefined) throw new AppError('conflict');
  await deliverJob.run(ctx, { deliveryId: id });
  return id;
}

/** Sends what the hook would be told of the newest event of this kind in the project; returns the delivery's id. */
export const testHook = defineOperation<{ projectId: number; hookId: number; trigger: HookEventKey }, Loaded, number>({
  name: 'hook.test',
  transaction: false,
  load: loadHook,
  check: (ctx, { access }) => can(ctx.actor, 'admin_hooks', access.policy),
  run: async (ctx, { access, hook }, { trigger }) => {
    const payload = await hookSample(trigger)?.(ctx, access.project.id);
    if (!payload) throw new AppError('hook_nothing_to_send');
    await audit(ctx, 'hook.tested', { type: 'project', id: access.project.id }, { hook_id: hook.id, trigger });
    return sendNow(ctx, hook, payload);
  },
});

/** Sends a delivery again as it was, under the same event id; returns the new delivery's id. */
export const resendDelivery = defineOperation<
  { projectId: number; hookId: number; deliveryId: number },
  Loaded,
  number
>({
  name: 'hook.resend',
  transaction: false,
  load: loadHook,
  check: (ctx, { access }) => can(ctx.actor, 'admin_hooks', access.policy),
  run: async (ctx, { access, hook }, { deliveryId }) => {
    const delivery = await deliveryOfHook(ctx.db, hook.id, deliveryId);
    if (!delivery) throw new AppError('not_found', { resource: 'Delivery' });
    // The content was made for the address it went to; it is not sent to another one.
    if (delivery.url !== hook.url) throw new AppError('hook_url_changed');
    await audit(
      ctx,
      'hook.resent',
      { type: 'project', id: access.project.id },
      { hook_id: hook.id, delivery_id: deliveryId },
    );
    const body = JSON.parse(delivery.request_body) as Record<string, unknown>;
    const trigger = delivery.trigger as HookEventKey;
    return sendNow(ctx, hook, { trigger, eventName: delivery.event_name, body }, delivery.uuid);
  },
});
