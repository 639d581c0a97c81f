import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type Changes, ChangesProvider } from '../changes-context.ts';
import { FileViews } from '../model/file-views.ts';
import { FindLayer } from './find-layer.tsx';
import { findLayer } from './find-switch.ts';
import { takeBufferedKeystrokes, KeystrokeBuffer } from './keystroke-buffer.tsx';

vi.mock('../../../app/navigation.tsx', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
}));
afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});

test('keys typed before the panel is there are kept for it, and act on nothing else', async () => {
  const shortcut = vi.fn<() => void>();
  document.addEventListener('keydown', shortcut);
  const { unmount } = render(<KeystrokeBuffer />);
  await userEvent.keyboard('rex{Backspace}t J');
  expect(shortcut).not.toHaveBeenCalled();
  await userEvent.keyboard('{Control>}c{/Control}');
  expect(shortcut).toHaveBeenCalled();
  unmount();
  expect([takeBufferedKeystrokes(), takeBufferedKeystrokes()]).toEqual(['ret J', '']);
  shortcut.mockClear();
  await userEvent.keyboard('r');
  expect(shortcut).toHaveBeenCalledTimes(1);
  document.removeEventListener('keydown', shortcut);
});

test('Escape gives it up, and the next time begins with nothing', async () => {
  findLayer.open();
  const { unmount } = render(<KeystrokeBuffer />);
  await userEvent.keyboard('ab{Escape}');
  expect(findLayer.isOpen()).toBe(false);
  unmount();
  // By then the panel may be there, and comes at once.
  expect(takeBufferedKeystrokes()).toBe('');
});

test('of what is typed while the panel is drawn, shown and given the keyboard nothing is lost', async () => {
  await import('./find-panel.tsx');
  const text = 'where is it that the words of those who type fast go to';
  const found = { hits: [], counts: {}, files_count: 0, lines_count: 0, is_cut: false, left_out: [] };
  vi.stubGlobal('fetch', async () => Response.json(found));
  const changes: Partial<Changes> = { files: [], views: new FileViews(), params: { w: 1, view: 'inline' }, mergeRequest: null }; // prettier-ignore
  const { findByRole } = render(
    <ChangesProvider value={changes as Changes}>
      <FindLayer />
    </ChangesProvider>,
  );
  // As in a browser: what took the place of the panel stays a moment before it is exchanged.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  findLayer.open();
  await Promise.resolve();
  await userEvent.setup({ delay: 10 }).keyboard(text);
  const field = await findByRole('searchbox');
  expect(field).toHaveProperty('value', text);
});
