import type { EmojiEntry } from '@tributary/contract/discussions/emoji.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { pageData, shellData } from '../../../testing/page-data.ts';
import { renderPage, type ServerAnswer } from '../../../testing/render-page.tsx';
import EmojiPicker from './emoji-picker.tsx';
import { IS_FULL } from '../../../testing/full-run.ts';

const ENTRIES: EmojiEntry[] = [
  { n: 'tada', e: '🎉', d: 'party popper', c: 'Activities', k: [] },
  { n: 'taco', e: '🌮', d: 'taco', c: 'Food', k: [] },
];

afterEach(() => vi.unstubAllGlobals());

// First: what has arrived once is not asked for again.
it.runIf(IS_FULL)(
  'finds nothing only once all are there: before that it is loading, or tells that it failed and tries again',
  async () => {
    let arrive: (answer: ServerAnswer) => void = () => undefined;
    await renderPage(
      () => <EmojiPicker onPick={() => undefined} />,
      pageData({}),
      () => new Promise<ServerAnswer>((resolve) => (arrive = resolve)),
    );
    await userEvent.keyboard('taco');
    await expect.poll(() => screen.queryByRole('heading', { name: 'Frequently used' })).toBeNull();
    expect(screen.getByText('Loading emoji')).toBeTruthy();
    expect(screen.queryByText('No emoji found')).toBeNull();
    arrive({ status: 503, body: {} });
    expect((await screen.findByRole('alert')).textContent).toContain('We encountered an error');
    expect(screen.queryByText('No emoji found')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    arrive({ body: ENTRIES });
    await screen.findByRole('heading', { name: 'Results for taco' });
    await userEvent.type(screen.getByRole('textbox', { name: 'Search for an emoji' }), 'x');
    await screen.findByText('No emoji found');
  },
);

it('searches once nobody has typed for half a second; Enter takes the best one without waiting', async () => {
  const onPick = vi.fn<(emoji: { name: string }) => void>();
  await renderPage(
    () => <EmojiPicker onPick={onPick} />,
    pageData({}),
    () => ({ body: ENTRIES }),
  );
  await screen.findByRole('heading', { name: 'Food' });
  const search = screen.getByRole('textbox', { name: 'Search for an emoji' });
  expect(document.activeElement).toBe(search);
  await userEvent.keyboard('ta');
  const before = performance.now();
  await userEvent.keyboard('c');
  await screen.findByRole('heading', { name: 'Results for tac' });
  // A timer may be a little early by another clock.
  expect(performance.now() - before).toBeGreaterThan(495);
  await userEvent.clear(search);
  await userEvent.keyboard('tada{Enter}');
  expect(onPick.mock.calls.map(([{ name }]) => name)).toEqual(['tada']);
});

it.each([
  ['project', '/crew/app/-/custom_emoji.json'],
  ['group', '/groups/crew/app/-/custom_emoji.json'],
] as const)('asks for those that can be used in a %s', async (type, address) => {
  const context = { type, name: 'App', fullPath: 'crew/app', avatarUrl: null, id: 1, nav: [] };
  const { sent } = await renderPage(
    () => <EmojiPicker onPick={() => undefined} />,
    pageData({}, { shell: shellData({ context }) }),
    ({ path }) => ({ body: path === address ? [] : ENTRIES }),
  );
  await screen.findByRole('heading', { name: 'Food' });
  expect(sent.map(({ path }) => path)).toContain(address);
});
