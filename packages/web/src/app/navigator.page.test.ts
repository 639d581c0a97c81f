import { waitFor } from '@testing-library/react';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageData, shellData } from '../../testing/page-data.ts';
import { AppError } from '../lib/app-error.ts';
import { session } from '../lib/session.ts';
import { patchSearch } from './navigation.tsx';
import { Navigator } from './navigator.ts';
import type { NavigatorPorts } from './navigator.ts';
import { NotAPage } from './page-fetch.ts';
import { PageModuleMissing } from './page-modules.ts';
import { kindOfFile } from './page-registry.ts';

type Fetch = NavigatorPorts['fetch'];

function Page(): null {
  return null;
}

function pageFor(address: string, parts: Partial<PageData> = {}): PageData {
  return pageData({ address }, { title: address, ...parts });
}

const fetchPage = vi.fn<Fetch>();
const leaveTo = vi.fn<(href: string) => void>();
const load = vi.fn<NavigatorPorts['load']>();
const mayLeave = vi.fn<NavigatorPorts['mayLeave']>();
let pages: Navigator;

beforeEach(() => {
  window.history.replaceState(null, '', '/river/delta');
  fetchPage.mockReset().mockImplementation(async (address) => ({ page: pageFor(address), address }));
  leaveTo.mockReset();
  mayLeave.mockReset().mockReturnValue(true);
  load.mockReset().mockResolvedValue(Page);
  pages = new Navigator({ fetch: fetchPage, leaveTo, load, mayLeave }, '/river/delta', pageFor('/river/delta'), Page);
});

describe('rename', () => {
  it('gives what is shown another address, and back leads to the one before', async () => {
    pages.rename('/river/delta?view=parallel#line', { replace: true });
    expect(pages.state).toMatchObject({ address: '/river/delta?view=parallel#line', arrival: 0, isLoading: false });
    expect(window.location.search + window.location.hash).toBe('?view=parallel#line');
    const before = window.history.length;
    pages.rename('/river/delta?commit_id=1');
    expect(window.history.length).toBe(before + 1);
    expect(fetchPage).not.toHaveBeenCalled();
    expect(pages.state.page.title).toBe('/river/delta');
  });
});

describe('navigate', () => {
  it('shows the page of the address and puts it into the history', async () => {
    const before = window.history.length;
    const going = pages.navigate('/river/delta/-/issues?state=open#top');
    expect(pages.state.isLoading).toBe(true);
    expect(pages.state.page.title).toBe('/river/delta');
    await going;
    expect(fetchPage.mock.calls[0]?.[0]).toBe('/river/delta/-/issues?state=open');
    expect(pages.state).toMatchObject({
      address: '/river/delta/-/issues?state=open#top',
      isLoading: false,
      arrival: 1,
      failure: null,
    });
    expect(window.location.search).toBe('?state=open');
    expect(window.history.length).toBe(before + 1);
    expect(pages.takePendingScroll()).toBe(0);
  });

  it('drops the answer of the navigation that was overtaken', async () => {
    const slow = Promise.withResolvers<Awaited<ReturnType<Fetch>>>();
    fetchPage.mockImplementationOnce(() => slow.promise);
    const first = pages.navigate('/slow');
    const second = pages.navigate('/fast');
    expect(fetchPage.mock.calls[0]?.[1].aborted).toBe(true);
    slow.resolve({ page: pageFor('/slow'), address: '/slow' });
    await Promise.all([first, second]);
    expect(pages.state.page.title).toBe('/fast');
    expect(window.location.pathname).toBe('/fast');
  });

  it('shows where a redirect has led', async () => {
    fetchPage.mockResolvedValueOnce({ page: pageFor('/new/place'), address: '/new/place' });
    await pages.navigate('/old/place#part');
    expect(window.location.pathname + window.location.hash).toBe('/new/place#part');
  });

  it('keeps the mount for a changed search, and for a key that the server gives', async () => {
    const { mountKey } = pages.state;
    await pages.navigate('/river/delta?page=2', { keepScroll: true });
    expect(pages.state.mountKey).toBe(mountKey);
    expect(pages.takePendingScroll()).toBeNull();
    await pages.navigate('/river/other');
    expect(pages.state.mountKey).not.toBe(mountKey);
    fetchPage.mockImplementation(async (address) => ({ page: pageFor(address, { key: 'mr-42' }), address }));
    await pages.navigate('/mr/42');
    const keyed = pages.state.mountKey;
    await pages.navigate('/mr/42/diffs');
    expect(pages.state.mountKey).toBe(keyed);
  });

  it('shows an error in place with the address, and tries it again', async () => {
    fetchPage.mockRejectedValueOnce(new AppError({ status: 0, code: 'network', message: 'Unreachable.' }));
    await pages.navigate('/broken');
    expect(pages.state.failure).toMatchObject({ address: '/broken', error: { code: 'network' } });
    expect(pages.state.page.title).toBe('/river/delta');
    expect(window.location.pathname).toBe('/broken');
    const { length } = window.history;
    await pages.retry();
    expect(pages.state).toMatchObject({ failure: null, page: { title: '/broken' } });
    expect(window.history.length).toBe(length);
  });

  it('leaves to the browser what is not a page, is unknown, newer or elsewhere', async () => {
    fetchPage.mockRejectedValueOnce(new NotAPage('/archive.zip'));
    await pages.navigate('/archive.zip');
    load.mockRejectedValueOnce(new PageModuleMissing('other'));
    await pages.navigate('/from-a-newer-server');
    fetchPage.mockResolvedValueOnce({
      page: pageFor('/updated', {
        shell: shellData({ instance: { name: 'Tributary', version: '2.0.0', signUpEnabled: true } }),
      }),
      address: '/updated',
    });
    await pages.navigate('/updated');
    await pages.navigate('https://example.com/x');
    expect(leaveTo.mock.calls.flat()).toEqual([
      '/archive.zip',
      '/from-a-newer-server',
      '/updated',
      'https://example.com/x',
    ]);
    expect(pages.state.page.title).toBe('/river/delta');
  });

  it('does not ask the server for another place on the same page', async () => {
    await pages.navigate('#note_7');
    expect(fetchPage).not.toHaveBeenCalled();
    expect(window.location.hash).toBe('#note_7');
    expect(pages.state.arrival).toBe(1);
  });

  it('uses what was prefetched, once', async () => {
    pages.prefetch('/soon');
    pages.prefetch('/soon');
    await pages.navigate('/soon');
    expect(fetchPage).toHaveBeenCalledTimes(1);
    await pages.navigate('/elsewhere');
    await pages.navigate('/soon');
    expect(fetchPage).toHaveBeenCalledTimes(3);
  });

  it('asks once where the press is quicker than the resting pointer', async () => {
    const answer = Promise.withResolvers<Awaited<ReturnType<Fetch>>>();
    fetchPage.mockImplementationOnce(() => answer.promise);
    const going = pages.navigate('/soon#there');
    pages.prefetch('/soon');
    answer.resolve({ page: pageFor('/soon'), address: '/soon' });
    await going;
    pages.prefetch('/soon');
    expect(fetchPage).toHaveBeenCalledTimes(1);
    await pages.navigate('/elsewhere');
    pages.prefetch('/soon');
    expect(fetchPage).toHaveBeenCalledTimes(3);
  });

  it('asks again when the prefetch failed', async () => {
    fetchPage.mockRejectedValueOnce(new AppError({ status: 503, code: 'unavailable', message: '' }));
    pages.prefetch('/soon');
    await pages.navigate('/soon');
    expect(pages.state).toMatchObject({ failure: null, page: { title: '/soon' } });
  });
});

describe('traverse', () => {
  it('shows the remembered page at once with its scroll position, then asks the server', async () => {
    await pages.navigate('/next');
    const answer = Promise.withResolvers<Awaited<ReturnType<Fetch>>>();
    fetchPage.mockImplementationOnce(() => answer.promise);
    window.history.replaceState({ key: 'a', scroll: 640 }, '', '/river/delta');
    const going = pages.traverse();
    await waitFor(() => expect(pages.state.page.title).toBe('/river/delta'));
    expect(pages.takePendingScroll()).toBe(640);
    answer.resolve({ page: pageFor('/river/delta', { title: 'renewed' }), address: '/river/delta' });
    await going;
    expect(pages.state.page.title).toBe('renewed');
    expect(pages.state.arrival).toBe(2);
  });
});

describe('leaving what is not saved', () => {
  const steps = new AbortController();
  const traversed: Promise<void>[] = [];
  beforeAll(() => {
    window.addEventListener('popstate', () => traversed.push(pages.traverse()), { signal: steps.signal });
  });
  afterAll(() => steps.abort());

  it('goes nowhere while the user thinks, and nowhere when they stay', async () => {
    const answer = Promise.withResolvers<boolean>();
    mayLeave.mockReturnValue(answer.promise);
    const going = pages.navigate('/next');
    expect(pages.state.isLoading).toBe(false);
    expect(fetchPage).not.toHaveBeenCalled();
    answer.resolve(false);
    await going;
    expect(pages.state.address).toBe('/river/delta');
    expect(window.location.pathname).toBe('/river/delta');
  });

  it('goes when they agree', async () => {
    mayLeave.mockReturnValue(Promise.resolve(true));
    await pages.navigate('/next');
    expect(pages.state.address).toBe('/next');
  });

  it('does not ask about another address of the same page', async () => {
    mayLeave.mockReturnValue(Promise.resolve(false));
    await pages.navigate('/river/delta?tab=groups');
    expect(pages.state.address).toBe('/river/delta?tab=groups');
    expect(mayLeave).not.toHaveBeenCalled();
  });

  it('takes a step back in the history back, and makes it again when they agree', async () => {
    await pages.navigate('/next');
    const answer = Promise.withResolvers<boolean>();
    mayLeave.mockReturnValueOnce(answer.promise);
    window.history.back();
    await waitFor(() => expect(mayLeave).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(window.location.pathname).toBe('/next'));
    expect(pages.state.address).toBe('/next');
    answer.resolve(true);
    await waitFor(() => expect(pages.state.address).toBe('/river/delta'));
    expect(window.location.pathname).toBe('/river/delta');
    mayLeave.mockReturnValueOnce(Promise.resolve(false));
    window.history.forward();
    await waitFor(() => expect(mayLeave).toHaveBeenCalledTimes(4));
    await waitFor(() => expect(window.location.pathname).toBe('/river/delta'));
    await Promise.all(traversed);
    expect(pages.state.address).toBe('/river/delta');
  });
});

describe('reload and update', () => {
  it('renews the data in place and the token with it', async () => {
    fetchPage.mockResolvedValueOnce({
      page: pageFor('/river/delta', { shell: shellData({ csrfToken: 'token-2' }) }),
      address: '/river/delta',
    });
    const { mountKey, arrival } = pages.state;
    await pages.reload();
    expect(session.read().csrfToken).toBe('token-2');
    expect(pages.state).toMatchObject({ mountKey, arrival });
  });

  it('waits for the page that someone has asked for, and renews that one', async () => {
    const slow = Promise.withResolvers<Awaited<ReturnType<Fetch>>>();
    fetchPage.mockImplementationOnce(() => slow.promise);
    const going = pages.navigate('/river/delta/-/issues');
    const reloaded = pages.reload();
    slow.resolve({ page: pageFor('/river/delta/-/issues'), address: '/river/delta/-/issues' });
    await Promise.all([going, reloaded]);
    expect(pages.state).toMatchObject({ address: '/river/delta/-/issues', arrival: 1 });
    expect(fetchPage.mock.calls.map(([address]) => address)).toEqual([
      '/river/delta/-/issues',
      '/river/delta/-/issues',
    ]);
  });

  it('throws when the reload fails and keeps what is shown', async () => {
    fetchPage.mockRejectedValueOnce(new AppError({ status: 503, code: 'unavailable', message: 'Busy.' }));
    await expect(pages.reload()).rejects.toMatchObject({ code: 'unavailable' });
    expect(pages.state.page.title).toBe('/river/delta');
  });

  it('changes the shown data at once', () => {
    const seen = vi.fn<() => void>();
    pages.subscribe(seen);
    pages.update((page) => ({ ...page, data: { starred: true } }));
    expect(pages.state.page.data).toEqual({ starred: true });
    expect(seen).toHaveBeenCalledTimes(1);
  });
});

describe('small parts', () => {
  it('reads the kind from the file', () => {
    expect(kindOfFile('../merge-requests/pages/merge-request-show.page.tsx')).toBe('merge_request_show');
    expect(kindOfFile('./pages/gallery.page.tsx')).toBe('gallery');
  });

  it('patches the search', () => {
    expect(patchSearch('?a=1&b=2&b=3', { a: null, b: ['x', 'y'], c: 'z', d: '' })).toBe('?b=x&b=y&c=z');
    expect(patchSearch('?a=1', { a: null })).toBe('');
  });
});
