import { INBOX_COUNT_PATH } from '@tributary/contract/merge-requests/inbox.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import { act, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { vi } from 'vitest';
import { App } from '../src/app/app.tsx';
import { bindNavigator } from '../src/app/navigation.tsx';
import { Navigator } from '../src/app/navigator.ts';
import type { NavigatorPorts } from '../src/app/navigator.ts';

export type ServerAnswer = { status?: number; body?: unknown };
/** What the browser sent: method, path with search, and the parsed body. */
export type Sent = { method: string; path: string; body: unknown };

export type RenderedPage = {
  sent: Sent[];
  /** Called for each page that is asked for (navigation, reload). */
  fetchPage: ReturnType<typeof vi.fn<NavigatorPorts['fetch']>>;
};

/**
 * The whole app on one page. `answer` stands for the server's changing requests; page data is answered with `next`
 * (the same page when it is left out).
 */
export async function renderPage(
  Component: ComponentType,
  page: PageData,
  answer: (sent: Sent) => ServerAnswer | Promise<ServerAnswer> = () => ({ status: 204 }),
  next: (address: string) => PageData = () => page,
): Promise<RenderedPage> {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    // The frame asks for this by itself; it is nothing that the page sends.
    if (input === INBOX_COUNT_PATH) return Response.json({ count: 0 });
    const text = typeof init.body === 'string' ? init.body : undefined;
    const body: unknown = text === undefined ? init.body : JSON.parse(text);
    const request = { method: init.method ?? 'GET', path: input, body };
    sent.push(request);
    const { status = 200, body: answered } = await answer(request);
    const headers = { 'Content-Type': 'application/json' };
    return new Response(answered === undefined ? null : JSON.stringify(answered), { status, headers });
  });
  const fetchPage = vi.fn<NavigatorPorts['fetch']>(async (address) => ({ page: next(address), address }));
  const load = async (): Promise<ComponentType> => Component;
  const ports = {
    fetch: fetchPage,
    leaveTo: vi.fn<() => void>(),
    load,
    mayLeave: () => true as const,
  };
  const { pathname, search, hash } = window.location;
  const navigator = new Navigator(ports, pathname + search + hash, page, Component);
  bindNavigator(navigator);
  render(<App navigator={navigator} />);
  await act(async () => undefined);
  return { sent, fetchPage };
}
