import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type * as Navigation from '../../app/navigation.tsx';
import { reloadPage } from '../../app/navigation.tsx';
import { AppError } from '../../lib/app-error.ts';
import { ToastRegion } from '../../ui/toast.tsx';
import { AssigneesBlock, LockBlock, NotificationsBlock, ParticipantsBlock, type SideItem } from './item-blocks.tsx';

vi.mock('../../app/navigation.tsx', async (original) => ({
  ...(await original<typeof Navigation>()),
  reloadPage: vi.fn<() => Promise<void>>(),
}));

const item: SideItem = {
  projectId: 1,
  assignees: [],
  labels: [],
  milestone: null,
  participants: [],
  mailLevel: 'global',
  todoId: null,
  discussionLocked: false,
};
const refusal = async () => Response.json({ error: { code: 'forbidden', message: 'Not now.' } }, { status: 403 });

afterEach(() => vi.unstubAllGlobals());

it('tells ten of many participants, and all of them when asked to', async () => {
  const person = (id: number) => ({ id, name: `Person ${id}`, username: `p${id}`, avatarUrl: null, path: `/p${id}` });
  const of = (count: number) => Array.from({ length: count }, (_, at) => person(at + 1));
  const { rerender } = render(<ParticipantsBlock item={{ ...item, participants: of(12) }} />);
  expect(screen.getByRole('group', { name: 'Participants (12)' })).toBeTruthy();
  expect(screen.getAllByRole('link')).toHaveLength(10);
  await userEvent.click(screen.getByRole('button', { name: '+ 2 more', expanded: false }));
  expect(screen.getAllByRole('link')).toHaveLength(12);
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer', expanded: true }));
  expect(screen.getAllByRole('link')).toHaveLength(10);
  rerender(<ParticipantsBlock item={{ ...item, participants: of(10) }} />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('users are put on it and taken off by name, beside whom others put on it meanwhile', async () => {
  const person = (id: number, name: string) => ({ id, name, username: name.toLowerCase(), avatarUrl: null, path: '/' });
  const save = vi.fn<(body: object) => Promise<unknown>>().mockResolvedValue(null);
  vi.stubGlobal('fetch', async () => Response.json([{ id: 4, name: 'Ben', username: 'ben', avatar_url: null }]));
  const block = (...names: string[]) => (
    <AssigneesBlock
      item={{ ...item, assignees: names.map((name, at) => person(at + 1, name)) }}
      save={save}
      mayChange
      keysGroup="Issue"
    />
  );
  const { rerender } = render(block('Ada'));
  await userEvent.click(screen.getByRole('button', { name: 'Edit assignees' }));
  await userEvent.click(await screen.findByRole('option', { name: /Ada/ }));
  await userEvent.click(screen.getByRole('option', { name: /Ben/ }));
  rerender(block('Ada', 'Cleo'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(save).toHaveBeenCalledWith({ add_assignee_ids: [4], remove_assignee_ids: [1] }));
});

const paths = { api: '/api/v4/projects/1/issues/1', mailLevel: '/a/b/-/issues/1/mail_level' };
const mail = () => screen.getByRole('combobox', { name: /Email notifications/ });
const choose = async (name: string) => {
  mail().focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(await screen.findByRole('option', { name }));
};

describe('a choice in the side column that could not be saved', () => {
  it('goes back and says why: how much comes by mail', async () => {
    vi.stubGlobal('fetch', refusal);
    render(
      <>
        <NotificationsBlock item={item} paths={paths} />
        <ToastRegion />
      </>,
    );
    await choose('Off');
    await waitFor(() => expect(mail().textContent).toBe('Same as project'));
    expect(await screen.findByText('Not now.')).toBeTruthy();
  });

  it('follows what the page tells again, such as a command, also after it was changed', async () => {
    const block = (mailLevel: SideItem['mailLevel']) => (
      <NotificationsBlock item={{ ...item, mailLevel }} paths={paths} />
    );
    const { rerender } = render(block('global'));
    vi.mocked(reloadPage).mockImplementation(async () => rerender(block('watch')));
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
    await choose('Everything');
    await waitFor(() => expect(reloadPage).toHaveBeenCalled());
    await waitFor(() => expect(mail().textContent).toBe('Everything'));
    rerender(block('mention'));
    expect(mail().textContent).toBe('On mention');
  });

  it('goes back and says why: locking, which can be tried again', async () => {
    const save = vi
      .fn<() => Promise<unknown>>()
      .mockRejectedValue(new AppError({ status: 403, code: 'forbidden', message: 'Not now either.' }));
    render(
      <>
        <LockBlock item={item} save={save} />
        <ToastRegion />
      </>,
    );
    const locked = screen.getByRole('switch', { name: 'Locked' });
    await userEvent.click(locked);
    expect(await screen.findByText('Not now either.')).toBeTruthy();
    await waitFor(() => expect(locked.getAttribute('aria-busy')).toBeNull());
    expect(locked.getAttribute('aria-checked')).toBe('false');
    await userEvent.click(locked);
    expect(save).toHaveBeenCalledTimes(2);
  });
});
