import type { Context } from '../../platform/context.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import { changeHookSecret, createHook, deleteHook, updateHook } from '../operations/save-hook.ts';
import { resendDelivery, testHook } from '../operations/send-hook.ts';
import { getDelivery, getHook, type HookView, listDeliveries, listHooks } from '../reads/hook-views.ts';
import { toRestHookDelivery } from '../render/to-rest-hook.ts';
import type { HookContainer } from '../store/hook-store.ts';

type Settings<Input> = Omit<Input, 'owner' | 'hookId'>;
type CreateInput = Settings<Parameters<typeof createHook>[1]>;
type UpdateInput = Settings<Parameters<typeof updateHook>[1]>;
type SecretKind = Parameters<typeof changeHookSecret>[1]['kind'];
type Trigger = Parameters<typeof testHook>[1]['trigger'];
type Paging = { page: number; per_page: number };

/**
 * What the webhooks of projects and those of groups answer over REST: the same operations, each for its container and in its
 * format. The routes say which ability each needs.
 */
export function hookHandlers<Subject, Rest>(
  ownerOf: (subject: Subject) => HookContainer,
  toRest: (view: HookView) => Rest,
) {
  type Call = { ctx: Context; subject: Subject };
  type HookCall = Call & { params: { hook_id: number } };
  const at = ({ subject, params }: HookCall) => ({ owner: ownerOf(subject), hookId: params.hook_id });
  const find = ({ ctx, subject, params }: HookCall) => getHook(ctx, ownerOf(subject), params.hook_id);
  return {
    list: async ({ ctx, subject, input }: Call & { input: Paging }) =>
      paged(await listHooks(ctx, ownerOf(subject), { page: input.page, perPage: input.per_page }), toRest),
    get: async (call: HookCall) => toRest(await find(call)),
    create: async ({ ctx, subject, input }: Call & { input: CreateInput }) => {
      const id = await createHook(ctx, { ...input, owner: ownerOf(subject) });
      return toRest(await getHook(ctx, ownerOf(subject), id));
    },
    update: async (call: HookCall & { input: UpdateInput }) => {
      await updateHook(call.ctx, { ...call.input, ...at(call) });
      return toRest(await find(call));
    },
    changedAt: async (call: HookCall) => (await find(call)).hook.updated_at,
    remove: (call: HookCall) => deleteHook(call.ctx, at(call)),
    listDeliveries: async (call: HookCall & { input: Paging }) => {
      const { hook } = await find(call);
      const page = await listDeliveries(call.ctx, hook.id, { page: call.input.page, perPage: call.input.per_page });
      return paged(page, toRestHookDelivery);
    },
    resend: async (call: HookCall & { params: { delivery_id: number } }) => {
      const id = await resendDelivery(call.ctx, { ...at(call), deliveryId: call.params.delivery_id });
      return toRestHookDelivery(await getDelivery(call.ctx, call.params.hook_id, id));
    },
    test: async (call: HookCall & { params: { trigger: Trigger } }) => {
      await testHook(call.ctx, { ...at(call), trigger: call.params.trigger });
      return { message: '201 Created' as const };
    },
    setSecret: (kind: SecretKind) => (call: HookCall & { params: { key: string }; input: { value: string } }) =>
      changeHookSecret(call.ctx, { ...at(call), kind, key: call.params.key, value: call.input.value }),
    removeSecret: (kind: SecretKind) => (call: HookCall & { params: { key: string } }) =>
      changeHookSecret(call.ctx, { ...at(call), kind, key: call.params.key, value: null }),
  };
}
