import {
  accountPaths,
  type AdminUserAction,
  type AdminUserInput,
  adminUserPath,
  type CreatedToken,
  type ProfileInput,
  type RecoveryCodes,
  type SignInAnswer,
  type SignUpAnswer,
  tokenPath,
  type TwoFactorSecret,
} from '@tributary/contract/accounts/page.ts';
import type { UserPreferences } from '@tributary/contract/accounts/preferences.ts';
import type { ApplicationSettings } from '@tributary/contract/accounts/settings.ts';
import { api } from '../lib/http.ts';

/** Everything that the pages of accounts change. All throw `AppError`. */

type Redirect = { redirect: string };

/**
 * Another user looks at the page from now on, or nobody: the browser loads it again, so that nothing of what was kept
 * for the one before is left. The promise never settles, so that the form stays busy until then.
 */
export function enterAs(redirect: string): Promise<never> {
  window.location.assign(redirect);
  return new Promise(() => undefined);
}

export function signIn(body: { login: string; password: string; redirect: string }): Promise<SignInAnswer> {
  return api.post(accountPaths.signIn, { body });
}

export function enterSecondFactor(body: { code: string; redirect: string }): Promise<SignInAnswer> {
  return api.post(accountPaths.secondFactor, { body });
}

export function signUp(body: {
  username: string;
  name: string;
  email: string;
  password: string;
}): Promise<SignUpAnswer> {
  return api.post(accountPaths.signUp, { body });
}

export function requestPasswordReset(email: string): Promise<{ message: string }> {
  return api.post(accountPaths.requestPasswordReset, { body: { email } });
}

export function resetPassword(body: { token: string; password: string }): Promise<Redirect> {
  return api.put(accountPaths.resetPassword, { body });
}

export function confirmEmail(token: string): Promise<Redirect> {
  return api.post(accountPaths.confirmEmail, { body: { token } });
}

export function confirmPassword(password: string): Promise<void> {
  return api.post(accountPaths.confirmPassword, { body: { password } });
}

export function saveProfile(body: ProfileInput): Promise<void> {
  return api.put(accountPaths.profile, { body });
}

export function uploadAvatar(file: File): Promise<{ avatarUrl: string | null }> {
  const form = new FormData();
  form.set('avatar', file);
  return api.post(accountPaths.avatar, { form });
}

export function removeAvatar(): Promise<void> {
  return api.delete(accountPaths.avatar);
}

export function changeUsername(username: string): Promise<Redirect> {
  return api.put(accountPaths.username, { body: { username } });
}

export function changePassword(currentPassword: string, password: string): Promise<void> {
  return api.put(accountPaths.password, { body: { current_password: currentPassword, password } });
}

export function requestEmailChange(email: string): Promise<void> {
  return api.put(accountPaths.email, { body: { email } });
}

export function cancelEmailChange(): Promise<void> {
  return api.delete(accountPaths.email);
}

export function resendConfirmation(): Promise<void> {
  return api.post(accountPaths.emailConfirmation);
}

export function beginTwoFactor(): Promise<TwoFactorSecret> {
  return api.post(accountPaths.twoFactorSecret);
}

export function enableTwoFactor(code: string): Promise<RecoveryCodes> {
  return api.post(accountPaths.twoFactor, { body: { code } });
}

export function disableTwoFactor(): Promise<void> {
  return api.delete(accountPaths.twoFactor);
}

export function renewRecoveryCodes(): Promise<RecoveryCodes> {
  return api.post(accountPaths.recoveryCodes);
}

export type NewToken = { name: string; description: string; scopes: string[]; expires_at: string };

export function createToken(body: NewToken): Promise<CreatedToken> {
  return api.post(accountPaths.tokens, { body });
}

export function resetFeedToken(): Promise<{ token: string }> {
  return api.put(accountPaths.feedToken);
}

export function revokeToken(id: number): Promise<void> {
  return api.delete(tokenPath(id));
}

export function rotateToken(id: number, expiresAt: string): Promise<CreatedToken> {
  return api.post(`${tokenPath(id)}/rotate`, { body: { expires_at: expiresAt } });
}

export function saveStatus(body: Record<string, string>): Promise<void> {
  return api.put('/api/v4/user/status', { body });
}

export function endSession(id: number): Promise<void> {
  return api.delete(`${accountPaths.sessions}/${id}`);
}

export function endOtherSessions(): Promise<void> {
  return api.delete(accountPaths.sessions);
}

export function savePreferences(body: Partial<UserPreferences>): Promise<void> {
  return api.put(accountPaths.preferences, { body });
}

export type NewUser = { username: string; name: string; email: string; password?: string } & Pick<
  AdminUserInput,
  'is_admin' | 'is_external'
>;

export function createUser(body: NewUser): Promise<{ id: number; redirect: string }> {
  return api.post(accountPaths.adminUsers, { body });
}

export function updateUser(id: number, body: AdminUserInput): Promise<void> {
  return api.put(adminUserPath(id), { body });
}

export function deleteUser(id: number): Promise<void> {
  return api.delete(adminUserPath(id));
}

export function performUserAction(id: number, action: AdminUserAction): Promise<void> {
  return api.post(`${adminUserPath(id)}/${action}`);
}

export function saveSettings(body: Partial<ApplicationSettings>): Promise<void> {
  return api.put(accountPaths.adminSettings, { body });
}
