import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { SYSTEM } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { MAX_MAIL_BYTES } from '../replies/parse-mail.ts';
import { receiveReply } from '../replies/receive-reply.ts';

const SECRET_HEADER = 'tributary-mail-secret';
/** Base64 is a third longer, and the rest of the body is short. */
const MAX_BODY_BYTES = Math.ceil((MAX_MAIL_BYTES * 4) / 3) + 65_536;
const MAX_RECIPIENTS = 50;

/** Without a secret in the settings there is no interface, and with another one it looks the same. */
function prove(ctx: Context, given: string | string[] | undefined): void {
  const expected = ctx.config.mailDoorSecret;
  const digest = (text: string) => ctx.secrets.digest(`mail-door:${text}`);
  const isRight =
    expected !== undefined && typeof given === 'string' && timingSafeEqual(digest(given), digest(expected));
  if (!isRight) throw new AppError('not_found', { resource: 'Page' });
}

/** Where a mail gateway brings messages. Any answer but one of the 500s means: do not bring it again. */
const receive = defineRoute({
  method: 'POST',
  path: '/internal/mail/replies',
  ability: 'bring_mail',
  summary: 'Deliver a reply to an email, for mail gateways',
  tag: 'Email',
  status: 200,
  bodyLimitBytes: MAX_BODY_BYTES,
  input: z.strictObject({
    /** The message as it travelled, in base64. */
    message: z.base64().min(1),
    /** Of the envelope, where the gateway knows them. */
    recipients: z.array(z.string().max(500)).max(MAX_RECIPIENTS).optional(),
  }),
  response: z.strictObject({ outcome: z.string(), reason: z.string().optional() }),
  handle: async ({ ctx, input, headers }) => {
    prove(ctx, headers[SECRET_HEADER]);
    const done = await receiveReply({ ...ctx, actor: SYSTEM }, Buffer.from(input.message, 'base64'), input.recipients);
    return { outcome: done.outcome, ...('reason' in done && { reason: done.reason }) };
  },
});

export const incomingMailRoutes: readonly Route[] = [receive];
