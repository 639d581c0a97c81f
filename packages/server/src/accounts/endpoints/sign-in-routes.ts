import { accountPaths } from '@tributary/contract/accounts/page.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute } from '../../endpoints/pages/define-page.ts';
import { confirmEmail } from '../operations/change-email.ts';
import { confirmFurtherEmail } from '../operations/change-emails.ts';
import { confirmPassword } from '../operations/confirm-password.ts';
import { enterSecondFactor } from '../operations/enter-second-factor.ts';
import { requestPasswordReset } from '../operations/request-password-reset.ts';
import { resetPassword } from '../operations/reset-password.ts';
import { signIn } from '../operations/sign-in.ts';
import { signOut } from '../operations/sign-out.ts';
import { signUp } from '../operations/sign-up.ts';
import { sameOriginPath } from '../rules/same-origin-path.ts';
import {
  answerWithRedirect,
  clearSecondFactorCookie,
  clearSessionCookie,
  readSecondFactorCookie,
  refuseForeignPage,
  setSecondFactorCookie,
  setSessionCookie,
  userAgentOf,
} from './sign-in-cookies.ts';

const tag = 'Sign-in';

const signInRoute = defineRoute({
  method: 'POST',
  path: accountPaths.signIn,
  ability: 'sign_in',
  summary: 'Sign in with a username or email address and a password',
  tag,
  status: 200,
  input: z.strictObject({
    login: z.string().min(1).max(300),
    password: z.string().min(1).max(1_000),
    redirect: z.string().optional(),
  }),
  handle: async ({ ctx, input, reply, headers }) => {
    refuseForeignPage(ctx, headers);
    const result = await signIn(ctx, { ...input, userAgent: userAgentOf(headers) });
    const redirect = sameOriginPath(input.redirect);
    if (result.next === 'second_factor') {
      setSecondFactorCookie(ctx, reply, result.secret);
      const next = `${accountPaths.secondFactor}?${new URLSearchParams({ redirect }).toString()}`;
      return answerWithRedirect(reply, headers, { redirect: next, secondFactor: true });
    }
    // What this browser held before ends; the new session has nothing of it.
    await signOut(ctx);
    setSessionCookie(ctx, reply, result.secret);
    return answerWithRedirect(reply, headers, { redirect, secondFactor: false });
  },
});

const secondFactorRoute = defineRoute({
  method: 'POST',
  path: accountPaths.secondFactor,
  ability: 'sign_in',
  summary: 'Complete sign-in with a code from the app or a recovery code',
  tag,
  status: 200,
  input: z.strictObject({ code: z.string().min(1).max(40), redirect: z.string().optional() }),
  handle: async ({ ctx, input, reply, headers }) => {
    refuseForeignPage(ctx, headers);
    const waiting = readSecondFactorCookie(ctx, reply);
    const secret = await enterSecondFactor(ctx, { secret: waiting, code: input.code, userAgent: userAgentOf(headers) });
    await signOut(ctx);
    clearSecondFactorCookie(ctx, reply);
    setSessionCookie(ctx, reply, secret);
    return answerWithRedirect(reply, headers, { redirect: sameOriginPath(input.redirect), secondFactor: false });
  },
});

const signOutRoute = defineRoute({
  method: 'POST',
  path: accountPaths.signOut,
  ability: 'sign_in',
  summary: 'Sign out',
  tag,
  status: 200,
  handle: async ({ ctx, reply, headers }) => {
    await signOut(ctx);
    clearSessionCookie(ctx, reply);
    return answerWithRedirect(reply, headers, { redirect: accountPaths.signIn });
  },
});

const signUpRoute = defineRoute({
  method: 'POST',
  path: accountPaths.signUp,
  ability: 'sign_in',
  summary: 'Create an account',
  tag,
  input: z.strictObject({
    username: z.string().max(300),
    name: z.string().max(300),
    email: z.string().max(300),
    password: z.string().max(1_000),
  }),
  handle: async ({ ctx, input, reply, headers }) => {
    refuseForeignPage(ctx, headers);
    const { session } = await signUp(ctx, { ...input, userAgent: userAgentOf(headers) });
    if (session === undefined) {
      return {
        redirect: null,
        message: 'Your account was created. You can sign in after an administrator approves it.',
      };
    }
    setSessionCookie(ctx, reply, session);
    return { redirect: '/', message: null };
  },
});

const requestResetRoute = defineRoute({
  method: 'POST',
  path: accountPaths.requestPasswordReset,
  ability: 'sign_in',
  summary: 'Request a password reset link',
  tag,
  status: 202,
  input: z.strictObject({ email: z.string().min(1).max(300) }),
  handle: async ({ ctx, input, headers }) => {
    refuseForeignPage(ctx, headers);
    await requestPasswordReset(ctx, input.email);
    return { message: 'If an account with this address exists, we sent an email with a reset link.' };
  },
});

const resetRoute = defineRoute({
  method: 'PUT',
  path: accountPaths.resetPassword,
  ability: 'sign_in',
  summary: 'Set a new password with the link from the email',
  tag,
  input: z.strictObject({ token: z.string().max(200), password: z.string().max(1_000) }),
  handle: async ({ ctx, input }) => {
    await resetPassword(ctx, input);
    return { redirect: accountPaths.signIn };
  },
});

const confirmEmailRoute = defineRoute({
  method: 'POST',
  path: accountPaths.confirmEmail,
  ability: 'sign_in',
  summary: 'Confirm an email address with the link from the email',
  tag,
  status: 200,
  input: z.strictObject({ token: z.string().max(200) }),
  handle: async ({ ctx, input }) => {
    if (!(await confirmFurtherEmail(ctx, input.token))) await confirmEmail(ctx, input.token);
    return { redirect: ctx.actor.kind === 'user' ? '/-/profile/account' : accountPaths.signIn };
  },
});

const confirmPasswordRoute = defineRoute({
  method: 'POST',
  path: accountPaths.confirmPassword,
  ability: 'change_account',
  summary: 'Confirm the password before a sensitive change',
  tag,
  status: 204,
  input: z.strictObject({ password: z.string().min(1).max(1_000) }),
  handle: ({ ctx, input }) => confirmPassword(ctx, input.password),
});

export const signInRoutes = [
  signInRoute,
  secondFactorRoute,
  signOutRoute,
  signUpRoute,
  requestResetRoute,
  resetRoute,
  confirmEmailRoute,
  confirmPasswordRoute,
].map((route) => defineScopedRoute('instance', route));
