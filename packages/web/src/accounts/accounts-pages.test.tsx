import type { AccessTokenItem, AccessTokensPageData, SessionsPageData } from '@tributary/contract/accounts/page.ts';
import { DEFAULT_PREFERENCES } from '@tributary/contract/accounts/preferences.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageData, shellData } from '../../testing/page-data.ts';
import { renderPage, type ServerAnswer } from '../../testing/render-page.tsx';
import AccessTokensPage from './pages/access-tokens.page.tsx';
import PreferencesPage from './pages/preferences.page.tsx';
import SessionsPage from './pages/sessions.page.tsx';
import SignInPage from './pages/sign-in.page.tsx';
import TwoFactorSetupPage from './pages/two-factor-setup.page.tsx';

const visitor = shellData({ viewer: null, csrfToken: null });
const failure = (status: number, code: string, message: string): ServerAnswer => ({
  status,
  body: { error: { code, message } },
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('signing in', () => {
  const page = pageData({ redirect: '/river', signUpEnabled: false }, { kind: 'sign_in', shell: visitor });

  it('starts in the first field, keeps the name after a wrong password and returns to the password', async () => {
    const refusal = failure(400, 'sign_in_failed', 'Invalid login or password.');
    const { sent } = await renderPage(SignInPage, page, () => refusal);
    const login = screen.getByLabelText<HTMLInputElement>('Username or email');
    expect(document.activeElement).toBe(login);
    await userEvent.keyboard('ada{Tab}');
    const password = screen.getByLabelText<HTMLInputElement>('Password');
    await userEvent.type(password, 'wrong{Enter}');
    expect(await screen.findByText('Invalid login or password.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(password));
    expect(login.value).toBe('ada');
    expect(sent).toEqual([
      {
        method: 'POST',
        path: '/users/sign_in',
        body: { login: 'ada', password: 'wrong', redirect: '/river' },
      },
    ]);
  });

  it('says in place what is missing, without asking the server', async () => {
    const { sent } = await renderPage(SignInPage, page);
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(screen.getByText('Enter your username or email address.')).toBeTruthy();
    expect(screen.getByText('Enter your password.')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('tells of a block above the form', async () => {
    const text = 'Your account has been blocked. Contact an administrator.';
    await renderPage(SignInPage, page, () => failure(403, 'account_blocked', text));
    await userEvent.keyboard('ada{Tab}{Tab}');
    await userEvent.type(screen.getByLabelText('Password'), 'right{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain(text);
  });

  it('stands alone: no bar and no rail lead away', async () => {
    await renderPage(SignInPage, page);
    expect(screen.queryByRole('banner')).toBeNull();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByText('Sign up')).toBeNull();
  });
});

describe('access tokens', () => {
  const item: AccessTokenItem = {
    id: 7,
    name: 'laptop',
    description: '',
    scopes: ['api'],
    createdAt: new Date().toISOString(),
    lastUsedAt: null,
    expiresAt: '2099-01-01',
    state: 'active',
  };
  const data: AccessTokensPageData = {
    active: [],
    inactive: [],
    scopes: [{ name: 'api', text: 'Everything.' }],
    defaultExpiresAt: '2099-01-01',
    maxExpiresAt: '2099-02-01',
  };
  const page = (parts: Partial<AccessTokensPageData> = {}) =>
    pageData({ ...data, ...parts }, { kind: 'access_tokens' });

  it('asks for the password when the server wants it, then makes the token and shows it once', async () => {
    let isProven = false;
    const { sent } = await renderPage(AccessTokensPage, page(), ({ path }) => {
      if (path === '/users/confirm_password') isProven = true;
      if (path === '/users/confirm_password') return { status: 204 };
      if (!isProven) return failure(403, 'reauthentication_required', 'Confirm your password to continue.');
      return { body: { token: 'secret-token', item } };
    });
    await userEvent.click(screen.getByRole('button', { name: 'New token' }));
    await userEvent.type(screen.getByLabelText('Name'), 'laptop');
    await userEvent.click(screen.getByLabelText('api'));
    await userEvent.click(screen.getByRole('button', { name: 'Create token' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your password' });
    await userEvent.type(within(dialog).getByLabelText('Password'), 'my-password{Enter}');
    const token = await screen.findByLabelText<HTMLInputElement>('Token');
    expect(token.value).toBe('secret-token');
    expect(document.activeElement).toBe(token);
    expect(screen.getByRole('row', { name: /laptop/ })).toBeTruthy();
    expect(sent.map((request) => request.path)).toEqual([
      '/-/profile/personal_access_tokens',
      '/users/confirm_password',
      '/-/profile/personal_access_tokens',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(document.body.textContent).not.toContain('secret-token');
  });

  it('keeps what was typed when the question is put away', async () => {
    const refusal = failure(403, 'reauthentication_required', 'Confirm your password to continue.');
    await renderPage(AccessTokensPage, page(), () => refusal);
    await userEvent.click(screen.getByRole('button', { name: 'New token' }));
    await userEvent.type(screen.getByLabelText('Name'), 'laptop');
    await userEvent.click(screen.getByLabelText('api'));
    await userEvent.click(screen.getByRole('button', { name: 'Create token' }));
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    expect((await screen.findByRole('alert')).textContent).toBe('Confirm your password to continue.');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('laptop');
  });

  it('says what is missing in a new token', async () => {
    const { sent } = await renderPage(AccessTokensPage, page());
    await userEvent.click(screen.getByRole('button', { name: 'New token' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create token' }));
    expect(screen.getByText('Enter a name that says what the token is for.')).toBeTruthy();
    expect(screen.getByText('Select at least one scope.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
    await userEvent.keyboard('ci');
    await userEvent.click(screen.getByRole('button', { name: 'Create token' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('api')));
    expect(sent).toEqual([]);
  });

  it('fills the form from the address, with known scopes only', async () => {
    window.history.replaceState(null, '', '/?name=ci&scopes=api,root');
    await renderPage(AccessTokensPage, page());
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('ci');
    expect(screen.getByRole('checkbox', { checked: true })).toBeTruthy();
    window.history.replaceState(null, '', '/');
  });

  it('asks before it revokes, and moves the token to those that ended', async () => {
    const { sent } = await renderPage(AccessTokensPage, page({ active: [item] }));
    await userEvent.click(screen.getByRole('button', { name: 'Revoke laptop' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Revoke laptop' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke token' }));
    await screen.findByText('Revoked and expired (1)');
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /-/profile/personal_access_tokens/7']);
  });
});

describe('sessions', () => {
  const at = new Date().toISOString();
  const session = { ip: '192.0.2.1', signedInAt: at, lastUsedAt: at };
  const data: SessionsPageData = {
    sessions: [
      { ...session, id: 1, isCurrent: true, device: 'Firefox on Linux' },
      { ...session, id: 2, isCurrent: false, device: 'Safari on iOS' },
    ],
  };

  it('revokes one, and offers nothing for the one in use', async () => {
    await renderPage(SessionsPage, pageData(data, { kind: 'sessions' }));
    expect(screen.getAllByRole('button', { name: /^Revoke session on/ })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Revoke session on Safari on iOS' }));
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Revoke all others' })).toBeNull();
  });

  it('stays as it was when the server refuses, and says so', async () => {
    const page = pageData(data, { kind: 'sessions' });
    await renderPage(SessionsPage, page, () => failure(503, 'unavailable', 'The server is busy.'));
    await userEvent.click(screen.getByRole('button', { name: 'Revoke session on Safari on iOS' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The server is busy.');
    expect(screen.getByText('Safari on iOS')).toBeTruthy();
  });
});

describe('preferences', () => {
  const preferences = { ...DEFAULT_PREFERENCES, theme: 'light' as const };
  const shell = shellData();
  const viewer = shell.viewer && { ...shell.viewer, preferences };
  const page = pageData({ preferences }, { kind: 'preferences', shell: { ...shell, viewer } });

  it('switch the theme at once', async () => {
    const { sent } = await renderPage(PreferencesPage, page);
    expect(document.documentElement.dataset['theme']).toBe('light');
    await userEvent.click(screen.getByLabelText('Dark'));
    await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'));
    expect(sent).toEqual([{ method: 'PUT', path: '/-/preferences', body: { theme: 'dark' } }]);
  });

  it('go back with a sentence and a way to try again', async () => {
    let isUp = false;
    const { sent } = await renderPage(PreferencesPage, page, () =>
      isUp ? { status: 204 } : failure(503, 'unavailable', 'The server is busy.'),
    );
    await userEvent.click(screen.getByLabelText('Relative times'));
    expect((await screen.findByRole('alert')).textContent).toContain('The server is busy.');
    expect(screen.getByRole('switch', { name: 'Relative times' }).getAttribute('aria-checked')).toBe('true');
    isUp = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.getByRole('switch', { name: 'Relative times' }).getAttribute('aria-checked')).toBe('false');
    expect(sent).toHaveLength(2);
  });
});

describe('two-factor authentication', () => {
  const off = pageData({ isEnabled: false, recoveryCodesLeft: 0 }, { kind: 'two_factor_setup' });
  const on = { ...off, data: { isEnabled: true, recoveryCodesLeft: 2 } };
  const secret = { secret: 'ABCDEFGH', uri: 'otpauth://x', image: 'data:image/svg+xml,x' };

  it('is set up with a first code, and shows the recovery codes until they are kept', async () => {
    let isOn = false;
    await renderPage(
      TwoFactorSetupPage,
      off,
      ({ path, body }) => {
        if (path.endsWith('/secret')) return { body: secret };
        const isRight = JSON.stringify(body) === '{"code":"123456"}';
        isOn = isRight;
        const wrong = { code: 'validation_failed', message: 'x', fields: { code: ['is incorrect'] } };
        return isRight
          ? { body: { recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] } }
          : { status: 422, body: { error: wrong } };
      },
      () => (isOn ? on : off),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Set up' }));
    const code = await screen.findByLabelText('Code');
    expect(document.activeElement).toBe(code);
    expect(screen.getByText('ABCD EFGH')).toBeTruthy();
    await userEvent.type(code, '000000{Enter}');
    expect(await screen.findByText('Is incorrect.')).toBeTruthy();
    await userEvent.clear(code);
    await userEvent.type(code, '123456{Enter}');
    expect(await screen.findByText('aaaa-bbbb')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }));
    expect(document.body.textContent).not.toContain('aaaa-bbbb');
    expect(screen.getByText(/2 codes left/)).toBeTruthy();
  });
});
