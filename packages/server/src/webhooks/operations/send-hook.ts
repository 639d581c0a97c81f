import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { HookEventKey } from '@tributary/contract/projects/page.ts';
import { defineOperation } from '../../platform/operation.ts';
import { can } from '../../platform/policy/policy.ts';
import { deliverJob } from '../deliver.ts';
import { deliveryOfHook } from '../store/delivery-store.ts';
import { queueDelivery, systemPayload } from '../dispatch.ts';
import { auditHook, loadHook, type LoadedHook } from '../hook-home.ts';
import { type HookContainer, type HookOwner, type HookRow, OF_INSTANCE } from '../store/hook-store.ts';
import { groupHookSample, type GroupSample, type HookPayload, hookSample } from '../payloads/payload-registry.ts';
import { newestProject } from '../store/push-store.ts';
import { projectBody } from '../system/system-bodies.ts';
import { type Context, transact } from '../../platform/context.ts';

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

type TestInput = { owner: HookContainer; hookId: number; trigger: HookEventKey };

/** Sends what the hook would be told of the newest event of this kind in the project, of a group in its newest project. */
export const testHook = defineOperation<TestInput, LoadedHook, number>({
  name: 'hook.test',
  transaction: false,
  load: loadHook,
  check: (ctx, { home }) => can(ctx.actor, home.admin, home.policy),
  run: async (ctx, { hook }, { owner, trigger }) => {
    const payload = await samplePayload(ctx, owner, trigger);
    if (!payload) throw new AppError('hook_nothing_to_send');
    await auditHook(ctx, owner, 'tested', { hook_id: hook.id, trigger });
    return sendNow(ctx, hook, payload);
  },
});

async function samplePayload(ctx: Context, owner: HookContainer, trigger: HookEventKey): Promise<GroupSample | null> {
  const ofGroup = owner.kind === 'group' ? groupHookSample(trigger) : undefined;
  if (ofGroup) return ofGroup(ctx, owner.id);
  const projectId = owner.kind === 'project' ? owner.id : (await newestProject(ctx.db, owner.id))?.id;
  return projectId === undefined ? null : ((await hookSample(trigger)?.(ctx, projectId)) ?? null);
}

type SystemTest = { deliveryId: number; body: Record<string, unknown> };

/** Sends a system hook what it would be told of the newest project; returns what was sent. */
export const testSystemHook = defineOperation<{ hookId: number }, LoadedHook, SystemTest>({
  name: 'hook.test_system',
  transaction: false,
  load: (ctx, { hookId }) => loadHook(ctx, { owner: OF_INSTANCE, hookId }),
  check: (ctx, { home }) => can(ctx.actor, home.admin, home.policy),
  run: async (ctx, { hook }) => {
    const project = await newestProject(ctx.db);
    if (!project) throw new AppError('hook_nothing_to_send');
    const body = await projectBody(ctx, 'project_create', project);
    await auditHook(ctx, OF_INSTANCE, 'tested', { hook_id: hook.id });
    return { deliveryId: await sendNow(ctx, hook, systemPayload(body)), body };
  },
});

/** Sends a delivery again as it was, under the same event id; returns the new delivery's id. */
export const resendDelivery = defineOperation<
  { owner: HookOwner; hookId: number; deliveryId: number },
  LoadedHook,
  number
>({
  name: 'hook.resend',
  transaction: false,
  load: loadHook,
  check: (ctx, { home }) => can(ctx.actor, home.admin, home.policy),
  run: async (ctx, { home, hook }, { deliveryId }) => {
    const delivery = await deliveryOfHook(ctx.db, hook.id, deliveryId);
    if (!delivery) throw new AppError('not_found', { resource: 'Delivery' });
    // The content was made for the address it went to; it is not sent to another one.
    if (delivery.url !== hook.url) throw new AppError('hook_url_changed');
    await auditHook(ctx, home.owner, 'resent', { hook_id: hook.id, delivery_id: deliveryId });
    const body = JSON.parse(delivery.request_body) as Record<string, unknown>;
    const trigger = delivery.trigger as HookEventKey;
    return sendNow(ctx, hook, { trigger, eventName: delivery.event_name, body }, delivery.uuid);
  },
});
