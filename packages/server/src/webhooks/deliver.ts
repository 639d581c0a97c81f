import type { Extensions } from '../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type Context, transact } from '../platform/context.ts';
import { failpoint } from '../platform/failpoints.ts';
import { addJob, defineJob, registerJob, type JobDefinition } from '../platform/jobs.ts';
import { callOutside } from '../platform/outbound/outbound.ts';
import { auditHook } from './hook-home.ts';
import { deliveryById, type DeliveryRow, insertDelivery, updateDelivery } from './store/delivery-store.ts';
import { openSecrets } from './hook-secrets.ts';
import { hookById, type HookRow, lockHook, ownerOf, updateHookRow } from './store/hook-store.ts';
import { fillUrl } from './rules/url-variables.ts';
import { afterFailures, DISABLE_AFTER, MAX_ATTEMPTS, retryDelayMs } from './rules/failure-policy.ts';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 8_192;
const MAX_REDIRECTS = 3;
const REMOVED = '[removed]';

type Outcome = {
  state: 'succeeded' | 'failed';
  response_status: number | null;
  response_headers: Record<string, string>;
  response_body: string;
  error: string | null;
  duration_ms: number;
};

/** Sends one delivery that was written down. A repetition of a finished one does nothing. */
export const deliverJob: JobDefinition<{ deliveryId: number }> = defineJob<{ deliveryId: number }>({
  name: 'deliver-hook',
  lane: 'outbound',
  run: async (ctx, { deliveryId }) => {
    const delivery = await deliveryById(ctx.db, deliveryId);
    const hook = delivery && (await hookById(ctx.db, delivery.hook_id));
    if (!delivery || !hook || delivery.state !== 'waiting') return;
    const { headers, shown } = requestHeaders(ctx, hook, delivery);
    const outcome = await send(ctx, hook, delivery, headers);
    failpoint('hook.sent');
    await transact(ctx, (inner) => finish(inner, hook.id, delivery, shown, outcome));
  },
});

/** What is sent, and the same without secrets for the log. */
function requestHeaders(ctx: Context, hook: HookRow, delivery: DeliveryRow) {
  const { token, headers: custom } = openSecrets(ctx, hook);
  const own = {
    'content-type': 'application/json',
    'user-agent': `Tributary/${ctx.config.version}`,
    'x-gitlab-event': delivery.event_name,
    'x-gitlab-event-uuid': delivery.uuid,
    'x-gitlab-webhook-uuid': hook.uuid,
    'x-gitlab-instance': ctx.config.url,
    'idempotency-key': `${delivery.uuid}:${hook.id}`,
  };
  const hidden = Object.fromEntries(Object.keys(custom).map((name) => [name, REMOVED]));
  return {
    headers: { ...custom, ...own, ...(token !== null && { 'x-gitlab-token': token }) },
    shown: { ...hidden, ...own, ...(token !== null && { 'x-gitlab-token': REMOVED }) },
  };
}

async function send(
  ctx: Context,
  hook: HookRow,
  delivery: DeliveryRow,
  headers: Record<string, string>,
): Promise<Outcome> {
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  if (delivery.url !== hook.url) return nothingSent('The webhook URL was changed before this was sent.', took());
  try {
    const answer = await callOutside(ctx, {
      method: 'POST',
      url: fillUrl(hook.url, openSecrets(ctx, hook).urlVariables),
      headers,
      body: delivery.request_body,
      timeoutMs: TIMEOUT_MS,
      maxBodyBytes: MAX_ANSWER_BYTES,
      maxRedirects: MAX_REDIRECTS,
      verifyCertificate: hook.enable_ssl_verification,
    });
    const isFine = answer.status >= 200 && answer.status < 300;
    return {
      state: isFine ? 'succeeded' : 'failed',
      response_status: answer.status,
      response_headers: answer.headers,
      // NUL cannot be stored as text; anything else that is no UTF-8 becomes the replacement character.
      response_body: answer.body.toString('utf8').replaceAll('\u0000', '\uFFFD'),
      error: isFine ? null : `The response status was ${answer.status}.`,
      duration_ms: took(),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return nothingSent(error.message, took());
  }
}

function nothingSent(error: string, durationMs: number): Outcome {
  return {
    state: 'failed',
    response_status: null,
    response_headers: {},
    response_body: '',
    error,
    duration_ms: durationMs,
  };
}

async function finish(
  ctx: Context,
  hookId: number,
  delivery: DeliveryRow,
  shownHeaders: Record<string, string>,
  outcome: Outcome,
): Promise<void> {
  await updateDelivery(ctx.db, delivery.id, {
    ...outcome,
    request_headers: JSON.stringify(shownHeaders),
    response_headers: JSON.stringify(outcome.response_headers),
    finished_at: ctx.clock.now(),
  });
  const hook = await lockHook(ctx.db, hookId);
  if (!hook) return;
  if (outcome.state === 'succeeded') {
    await updateHookRow(ctx.db, hook.id, { consecutive_failures: 0, disabled_until: null, disabled_reason: null });
    return;
  }
  const isDisabled = await noteFailure(ctx, hook, outcome.error ?? '');
  // What users send by hand they send again by hand.
  if (!isDisabled && delivery.event_id !== null) await retryLater(ctx, hook, delivery);
}

/** Counts the failure; true when the hook is switched off now. */
async function noteFailure(ctx: Context, hook: HookRow, error: string): Promise<boolean> {
  const inARow = hook.consecutive_failures + 1;
  const verdict = afterFailures(inARow);
  const now = ctx.clock.now().getTime();
  const reason = `${DISABLE_AFTER} deliveries in a row failed. Last error: ${error}`;
  await updateHookRow(ctx.db, hook.id, {
    consecutive_failures: inARow,
    ...(verdict.kind === 'pause' && { disabled_until: new Date(now + verdict.pauseMs) }),
    ...(verdict.kind === 'disable' && { disabled_until: null, disabled_reason: reason }),
  });
  if (verdict.kind !== 'disable') return false;
  await auditHook(ctx, ownerOf(hook), 'disabled', { hook_id: hook.id, failures: inARow });
  return true;
}

async function retryLater(ctx: Context, hook: HookRow, delivery: DeliveryRow): Promise<void> {
  if (delivery.attempt >= MAX_ATTEMPTS) return;
  const next = await insertDelivery(ctx.db, {
    hook_id: hook.id,
    event_id: delivery.event_id,
    uuid: delivery.uuid,
    trigger: delivery.trigger,
    event_name: delivery.event_name,
    attempt: delivery.attempt + 1,
    url: delivery.url,
    request_body: delivery.request_body,
    created_at: ctx.clock.now(),
  });
  if (!next) return;
  const runAt = new Date(ctx.clock.now().getTime() + retryDelayMs(delivery.attempt));
  await addJob(ctx, deliverJob, { deliveryId: next.id }, { queue: `hook:${hook.id}`, runAt, maxAttempts: 3 });
}

export const webhooksDeliver: Extensions = [registerJob(deliverJob)];
