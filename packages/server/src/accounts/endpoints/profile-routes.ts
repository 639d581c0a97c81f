import { accountPaths } from '@tributary/contract/accounts/page.ts';
import { calloutName, preferencesInput } from '@tributary/contract/accounts/preferences.ts';
import { boolInput, idInput } from '@tributary/contract/core/inputs.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute } from '../../endpoints/pages/define-page.ts';
import { cancelEmailChange, requestEmailChange, resendConfirmation } from '../operations/change-email.ts';
import { changePassword } from '../operations/change-password.ts';
import { endOtherSessions, endSession } from '../operations/end-sessions.ts';
import { changeUsername, dismissCallout, updatePreferences, updateProfile } from '../operations/update-profile.ts';
import { setSessionCookie } from './sign-in-cookies.ts';

const tag = 'Your account';
const text = z.string().max(2_000);

const profileRoute = defineRoute({
  method: 'PUT',
  path: accountPaths.profile,
  ability: 'change_account',
  summary: 'Update your profile',
  tag,
  status: 204,
  input: z.strictObject({
    name: text,
    bio: text,
    location: text,
    job_title: text,
    organization: text,
    pronouns: text,
    website_url: text,
    public_email: text,
    private_profile: boolInput.optional(),
  }),
  handle: ({ ctx, input: { private_profile: isPrivate, ...profile } }) =>
    updateProfile(ctx, { ...profile, ...(isPrivate !== undefined && { private_profile: isPrivate }) }),
});

const usernameRoute = defineRoute({
  method: 'PUT',
  path: accountPaths.username,
  ability: 'change_account',
  summary: 'Change your username and the URLs of your personal projects',
  tag,
  input: z.strictObject({ username: text }),
  handle: async ({ ctx, input }) => {
    await changeUsername(ctx, input);
    return { redirect: '/-/profile/account' };
  },
});

const passwordRoute = defineRoute({
  method: 'PUT',
  path: accountPaths.password,
  ability: 'change_account',
  summary: 'Change your password',
  tag,
  status: 204,
  input: z.strictObject({ current_password: z.string().max(1_000), password: z.string().max(1_000) }),
  handle: async ({ ctx, input, reply }) => {
    const secret = await changePassword(ctx, { currentPassword: input.current_password, password: input.password });
    if (secret !== undefined) setSessionCookie(ctx, reply, secret);
  },
});

const emailRoute = defineRoute({
  method: 'PUT',
  path: accountPaths.email,
  ability: 'change_account',
  summary: 'Change your email address. The new address must be confirmed',
  tag,
  status: 202,
  input: z.strictObject({ email: text }),
  handle: async ({ ctx, input }) => {
    await requestEmailChange(ctx, input);
    return { unconfirmedEmail: input.email.trim() };
  },
});

const cancelEmailRoute = defineRoute({
  method: 'DELETE',
  path: accountPaths.email,
  ability: 'change_account',
  summary: 'Cancel an unconfirmed email address change',
  tag,
  handle: ({ ctx }) => cancelEmailChange(ctx, {}),
});

const confirmationRoute = defineRoute({
  method: 'POST',
  path: accountPaths.emailConfirmation,
  ability: 'change_account',
  summary: 'Resend the confirmation email',
  tag,
  status: 204,
  handle: ({ ctx }) => resendConfirmation(ctx, {}),
});

const preferencesRoute = defineRoute({
  method: 'PUT',
  path: accountPaths.preferences,
  ability: 'change_account',
  summary: 'Update your preferences',
  tag,
  status: 204,
  input: preferencesInput,
  handle: async ({ ctx, input }) => {
    await updatePreferences(ctx, input);
  },
});

const calloutRoute = defineRoute({
  method: 'POST',
  path: shellPaths.callouts,
  ability: 'change_account',
  summary: 'Dismiss a callout',
  tag,
  status: 204,
  input: z.strictObject({ feature_name: calloutName }),
  handle: async ({ ctx, input }) => {
    await dismissCallout(ctx, { name: input.feature_name });
  },
});

const endSessionRoute = defineRoute({
  method: 'DELETE',
  path: `${accountPaths.sessions}/:id`,
  ability: 'change_account',
  summary: 'Revoke one of your sessions',
  tag,
  params: z.strictObject({ id: idInput }),
  handle: ({ ctx, params }) => endSession(ctx, params),
});

const endOthersRoute = defineRoute({
  method: 'DELETE',
  path: accountPaths.sessions,
  ability: 'change_account',
  summary: 'Revoke all your sessions except this one',
  tag,
  handle: async ({ ctx }) => {
    await endOtherSessions(ctx, {});
  },
});

export const profileRoutes = [
  profileRoute,
  usernameRoute,
  passwordRoute,
  emailRoute,
  cancelEmailRoute,
  confirmationRoute,
  preferencesRoute,
  calloutRoute,
  endSessionRoute,
  endOthersRoute,
].map((route) => defineScopedRoute('instance', route));
