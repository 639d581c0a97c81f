import type { PageData } from '@tributary/contract/page/page-data.ts';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageData, shellData } from '../../testing/page-data.ts';
import { AppError } from '../lib/app-error.ts';
import { session } from '../lib/session.ts';
import { App } from './app.tsx';
import { bindNavigator, reloadPage, updatePageData, usePage, usePageUrl } from './navigation.tsx';
import { Navigator } from './navigator.ts';
import type { NavigatorPorts } from './navigator.ts';

type Data = { text: string };

function TestPage() {
  const { data } = usePage<Data>();
  const { search, setSearch } = usePageUrl();
  if (data.text === 'broken') throw new TypeError('a bug');
  return (
    <>
      <h1 tabIndex={-1}>{data.text}</h1>
      <label>
        Draft
        <input autoFocus={data.text === 'Form'} />
      </label>
      <a href="/next">Next</a>
      <button type="button" onClick={() => void setSearch({ page: String(Number(search.get('page') ?? '1') + 1) })}>
        More
      </button>
    </>
  );
}

const answers = new Map<string, PageData | Error>();
const fetchPage = vi.fn<NavigatorPorts['fetch']>();

function start(page: PageData = pageData({ text: 'First' })): void {
  const load = async () => TestPage;
  const navigator = new Navigator(
    { fetch: fetchPage, leaveTo: vi.fn<() => void>(), load, mayLeave: () => true },
    '/',
    page,
    TestPage,
  );
  bindNavigator(navigator);
  render(<App navigator={navigator} />);
}

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  answers.clear();
  fetchPage.mockReset().mockImplementation(async (address) => {
    const answer = answers.get(address) ?? pageData({ text: `Page ${address}` }, { title: `Title of ${address}` });
    if (answer instanceof Error) throw answer;
    return { page: answer, address };
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a navigation', () => {
  it('changes page, title and announcement and moves focus to the heading', async () => {
    start();
    await userEvent.click(screen.getByText('Next'));
    const heading = await screen.findByRole('heading', { name: 'Page /next' });
    expect(document.activeElement).toBe(heading);
    expect(document.title).toBe('Title of /next · Tributary');
    expect(screen.getAllByRole('status').some((node) => node.textContent === 'Title of /next')).toBe(true);
    expect(window.location.pathname).toBe('/next');
  });

  it('leaves the focus to a page that starts with a field', async () => {
    start();
    answers.set('/next', pageData({ text: 'Form' }));
    await userEvent.click(screen.getByText('Next'));
    await screen.findByRole('heading', { name: 'Form' });
    expect(document.activeElement).toBe(screen.getByLabelText('Draft'));
  });

  it('keeps what was typed when only the search changes', async () => {
    start();
    await userEvent.type(screen.getByLabelText('Draft'), 'kept');
    await userEvent.click(screen.getByText('More'));
    await screen.findByRole('heading', { name: 'Page /?page=2' });
    expect(screen.getByLabelText<HTMLInputElement>('Draft').value).toBe('kept');
    expect(document.activeElement?.textContent).toBe('More');
  });

  it('shows what failed with a retry that works', async () => {
    start();
    answers.set('/next', new AppError({ status: 500, code: 'bug', message: 'It broke.', requestId: 'r-9' }));
    await userEvent.click(screen.getByText('Next'));
    expect((await screen.findByRole('alert')).textContent).toContain('r-9');
    answers.delete('/next');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Page /next' })).toBeTruthy();
  });
});

describe('the page data', () => {
  it('can be renewed and changed in place', async () => {
    start();
    act(() => updatePageData<Data>(() => ({ text: 'At once' })));
    expect(screen.getByRole('heading').textContent).toBe('At once');
    answers.set('/', pageData({ text: 'From the server' }));
    await act(reloadPage);
    expect(screen.getByRole('heading').textContent).toBe('From the server');
  });

  it('that breaks the page leaves the frame and offers a retry', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    start(pageData({ text: 'broken' }));
    expect(screen.getByRole('alert').textContent).toMatch(/Something went wrong.*Error ID/);
    expect(screen.getByRole('button', { name: 'Create' })).toBeTruthy();
    answers.set('/', pageData({ text: 'Healed' }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Healed' })).toBeTruthy();
  });
});

describe('the shell', () => {
  it('offers a visitor to sign in and register, and no menus', () => {
    start(pageData({ text: 'Public' }, { shell: shellData({ viewer: null, csrfToken: null }) }));
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/users/sign_in');
    expect(screen.getByRole('link', { name: 'Sign up' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create' })).toBeNull();
  });

  it('leads users to what is theirs', async () => {
    start();
    await userEvent.click(screen.getByRole('button', { name: 'Navigation' }));
    const rail = await screen.findByRole('navigation', { name: 'Main' });
    const ways = within(rail).getAllByRole('link');
    expect(ways.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      expect.arrayContaining([
        ['Issues', '/dashboard/issues'],
        ['Merge requests', '/dashboard/merge_requests'],
      ]),
    );
    await userEvent.keyboard('{Escape}');
  });

  it('does not offer to register where sign-up is closed', () => {
    const instance = { name: 'Tributary', version: '1.0.0', signUpEnabled: false };
    start(pageData({ text: 'Public' }, { shell: shellData({ viewer: null, csrfToken: null, instance }) }));
    expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
  });

  it('opens the account menu with the keyboard and hides administration from others', async () => {
    start();
    screen.getByRole('button', { name: 'Account menu for Grace Hopper' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('menuitem', { name: 'Sign out' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Administration' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  it('shows every shortcut on ?', async () => {
    start();
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
    expect(screen.getByText('Go to the home page')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the palette', () => {
  it('finds local and remote things and goes there by keyboard', async () => {
    const body = {
      groups: [{ title: 'Projects', items: [{ id: '1', text: 'river/delta', href: '/river/delta', icon: 'project' }] }],
    };
    vi.stubGlobal(
      'fetch',
      vi.fn<typeof fetch>(
        async () => new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } }),
      ),
    );
    start();
    await userEvent.keyboard('{Control>}k{/Control}');
    const box = await screen.findByRole('combobox', { name: 'Search or jump to' });
    await userEvent.type(box, 'delta');
    const option = await screen.findByRole('option', { name: /river\/delta/ });
    await waitFor(() => expect(box.getAttribute('aria-activedescendant')).toBe(option.id));
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'Page /river/delta' })).toBeTruthy();
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('group', { name: 'Recent' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('an ended session', () => {
  it('asks to sign in, keeps the page and goes on with the new token', async () => {
    start();
    await userEvent.type(screen.getByLabelText('Draft'), 'kept');
    const restored = session.restore();
    expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeTruthy();
    const shell = shellData({ csrfToken: 'token-2' });
    vi.stubGlobal(
      'fetch',
      vi.fn<typeof fetch>(
        async () =>
          new Response(JSON.stringify(pageData({}, { shell })), { headers: { 'Content-Type': 'application/json' } }),
      ),
    );
    await userEvent.click(screen.getByRole('button', { name: 'I have signed in' }));
    expect(await restored).toBe(true);
    expect(session.read().csrfToken).toBe('token-2');
    expect(screen.getByLabelText<HTMLInputElement>('Draft').value).toBe('kept');
  });

  it('does not go on as someone else', async () => {
    start();
    const restored = session.restore();
    await screen.findByRole('dialog');
    const viewer = shellData().viewer;
    const shell = shellData({ viewer: viewer === null ? null : { ...viewer, id: 99 } });
    vi.stubGlobal(
      'fetch',
      vi.fn<typeof fetch>(
        async () =>
          new Response(JSON.stringify(pageData({}, { shell })), { headers: { 'Content-Type': 'application/json' } }),
      ),
    );
    await userEvent.click(screen.getByRole('button', { name: 'I have signed in' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Another user is signed in');
    await userEvent.keyboard('{Escape}');
    expect(await restored).toBe(false);
  });
});
