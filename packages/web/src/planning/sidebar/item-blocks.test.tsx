import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../lib/app-error.ts';
import { ToastRegion } from '../../ui/toast.tsx';
import { LockBlock, NotificationsBlock, type SideItem } from './item-blocks.tsx';

const item: SideItem = {
  projectId: 1,
  assignees: [],
  labels: [],
  milestone: null,
  participants: [],
  isSubscribed: false,
  todoId: null,
  discussionLocked: false,
};
const refusal = async () => Response.json({ error: { code: 'forbidden', message: 'Not now.' } }, { status: 403 });

afterEach(() => vi.unstubAllGlobals());

describe('a switch in the side column that could not be saved', () => {
  it('goes back and says why: subscribing', async () => {
    vi.stubGlobal('fetch', refusal);
    render(
      <>
        <NotificationsBlock item={item} itemApi="/api/v4/projects/1/issues/1" />
        <ToastRegion />
      </>,
    );
    const subscribed = screen.getByRole('switch', { name: 'Subscribed' });
    await userEvent.click(subscribed);
    await waitFor(() => expect(subscribed.getAttribute('aria-checked')).toBe('false'));
    expect(await screen.findByText('Not now.')).toBeTruthy();
  });

  it('follows what the page tells anew, such as a command', async () => {
    const block = (isSubscribed: boolean) => <NotificationsBlock item={{ ...item, isSubscribed }} itemApi="/api" />;
    const { rerender } = render(block(false));
    const subscribed = screen.getByRole('switch', { name: 'Subscribed' });
    rerender(block(true));
    expect(subscribed.getAttribute('aria-checked')).toBe('true');
    rerender(block(false));
    expect(subscribed.getAttribute('aria-checked')).toBe('false');
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
