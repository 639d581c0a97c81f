import { MIN_PASSWORD_LENGTH } from '@tributary/contract/accounts/limits.ts';
import type {
  EmailConfirmationPageData,
  PasswordResetPageData,
  PasswordResetRequestPageData,
  SecondFactorPageData,
  SignInPageData,
  SignUpPageData,
} from '@tributary/contract/accounts/page.ts';
import type { PolicySubject } from '../../platform/policy/policy.ts';
import { definePage } from '../../endpoints/pages/define-page.ts';
import { addressOfConfirmation } from '../operations/change-email.ts';
import { furtherAddressOfConfirmation } from '../operations/change-emails.ts';
import { isResetLinkValid } from '../operations/reset-password.ts';
import { sameOriginPath } from '../rules/same-origin-path.ts';
import { getSettings } from '../settings.ts';

type Subject = { policy: PolicySubject };

const signInPage = definePage<Subject, SignInPageData | null>({
  kind: 'sign_in',
  on: 'instance',
  path: 'users/sign_in',
  ability: 'sign_in',
  load: async ({ ctx, query }) => {
    const redirect = sameOriginPath(query.get('redirect'));
    if (ctx.actor.kind === 'user') return { title: 'Sign in', data: null, redirect };
    const { signup_enabled: signUpEnabled } = await getSettings(ctx);
    return { title: 'Sign in', data: { redirect, signUpEnabled } };
  },
});

const secondFactorPage = definePage<Subject, SecondFactorPageData>({
  kind: 'sign_in_second_factor',
  on: 'instance',
  path: 'users/sign_in/two_factor',
  ability: 'sign_in',
  load: async ({ query }) => ({
    title: 'Two-factor authentication',
    data: { redirect: sameOriginPath(query.get('redirect')) },
  }),
});

const signUpPage = definePage<Subject, SignUpPageData | null>({
  kind: 'sign_up',
  on: 'instance',
  path: 'users/sign_up',
  ability: 'sign_in',
  load: async ({ ctx }) => {
    if (ctx.actor.kind === 'user') return { title: 'Sign up', data: null, redirect: '/' };
    const settings = await getSettings(ctx);
    return {
      title: 'Sign up',
      data: {
        enabled: settings.signup_enabled,
        needsApproval: settings.require_admin_approval_after_user_signup,
        minPasswordLength: MIN_PASSWORD_LENGTH,
      },
    };
  },
});

const resetRequestPage = definePage<Subject, PasswordResetRequestPageData>({
  kind: 'password_reset_request',
  on: 'instance',
  path: 'users/password/new',
  ability: 'sign_in',
  load: async ({ ctx }) => ({
    title: 'Forgot your password?',
    data: { mailWorks: ctx.config.smtpUrl !== undefined },
  }),
});

const resetPage = definePage<Subject, PasswordResetPageData>({
  kind: 'password_reset',
  on: 'instance',
  path: 'users/password/edit',
  ability: 'sign_in',
  load: async ({ ctx, query }) => {
    const token = query.get('token') ?? '';
    const isValid = await isResetLinkValid(ctx, token);
    return { title: 'Choose a new password', data: { token, isValid, minPasswordLength: MIN_PASSWORD_LENGTH } };
  },
});

const confirmationPage = definePage<Subject, EmailConfirmationPageData>({
  kind: 'email_confirmation',
  on: 'instance',
  path: 'users/confirmation',
  ability: 'sign_in',
  load: async ({ ctx, query }) => {
    const token = query.get('token') ?? '';
    const email = (await addressOfConfirmation(ctx, token)) ?? (await furtherAddressOfConfirmation(ctx, token));
    return {
      title: 'Confirm your email address',
      data: { token, isValid: email !== undefined, email: email ?? null },
    };
  },
});

export const signInPages = [signInPage, secondFactorPage, signUpPage, resetRequestPage, resetPage, confirmationPage];
