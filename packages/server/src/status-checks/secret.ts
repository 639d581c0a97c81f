import { createHmac } from 'node:crypto';
import type { Context } from '../platform/context.ts';
import type { StatusCheckRow } from './store/checks.ts';

const PURPOSE = 'status-check-secret';

export function sealSecret(ctx: Context, secret: string): string {
  return ctx.secrets.encrypt(PURPOSE, secret);
}

/** For what is sent to its service and nothing else. */
export function openSecret(ctx: Context, { secret_sealed: sealed }: StatusCheckRow): string | null {
  return sealed === null ? null : ctx.secrets.decrypt(PURPOSE, sealed);
}

/** `X-Gitlab-Signature`: by it the service knows that a request comes from here and is whole. */
export function signatureOf(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}
