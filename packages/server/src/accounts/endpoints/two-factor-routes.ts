import { accountPaths } from '@tributary/contract/accounts/page.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute } from '../../endpoints/pages/define-page.ts';
import { beginTwoFactor, disableTwoFactor, enableTwoFactor, renewRecoveryCodes } from '../operations/two-factor.ts';
import { twoFactorImage } from '../two-factor-image.ts';
import { setSessionCookie } from './sign-in-cookies.ts';

const tag = 'Two-factor authentication';

const secretRoute = defineRoute({
  method: 'POST',
  path: accountPaths.twoFactorSecret,
  ability: 'change_account',
  summary: 'Create a secret for an authenticator app',
  tag,
  handle: async ({ ctx, reply }) => {
    const { secret, uri } = await beginTwoFactor(ctx, {});
    reply.header('cache-control', 'no-store');
    return { secret, uri, image: await twoFactorImage(uri) };
  },
});

const enableRoute = defineRoute({
  method: 'POST',
  path: accountPaths.twoFactor,
  ability: 'change_account',
  summary: 'Enable two-factor authentication with the first code',
  tag,
  input: z.strictObject({ code: z.string().max(40) }),
  handle: async ({ ctx, input, reply }) => {
    const { recoveryCodes, session } = await enableTwoFactor(ctx, input);
    if (session !== undefined) setSessionCookie(ctx, reply, session);
    reply.header('cache-control', 'no-store');
    return { recoveryCodes };
  },
});

const disableRoute = defineRoute({
  method: 'DELETE',
  path: accountPaths.twoFactor,
  ability: 'change_account',
  summary: 'Disable two-factor authentication',
  tag,
  handle: async ({ ctx, reply }) => {
    const { session } = await disableTwoFactor(ctx, {});
    if (session !== undefined) setSessionCookie(ctx, reply, session);
  },
});

const recoveryCodesRoute = defineRoute({
  method: 'POST',
  path: accountPaths.recoveryCodes,
  ability: 'change_account',
  summary: 'Generate new recovery codes',
  tag,
  handle: async ({ ctx, reply }) => {
    reply.header('cache-control', 'no-store');
    return renewRecoveryCodes(ctx, {});
  },
});

export const twoFactorRoutes = [secretRoute, enableRoute, disableRoute, recoveryCodesRoute].map((route) =>
  defineScopedRoute('instance', route),
);
