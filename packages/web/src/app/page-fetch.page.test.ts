import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageData } from '../../testing/page-data.ts';
import { fetchPage, NotAPage } from './page-fetch.ts';
import { readEmbeddedPage } from './page-data.ts';

const fetchMock = vi.fn<typeof fetch>();
const { signal } = new AbortController();

function answer(body: string, init: ResponseInit & { url?: string } = {}, type = 'application/json'): Response {
  const response = new Response(body, { ...init, headers: { 'Content-Type': type } });
  if (init.url !== undefined)
    Object.defineProperties(response, { url: { value: init.url }, redirected: { value: true } });
  return response;
}

beforeEach(() => {
  fetchMock.mockReset();
  vi.stubGlobal('fetch', fetchMock);
});

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

describe('fetchPage', () => {
  it('takes page data of any status for a page', async () => {
    fetchMock.mockResolvedValueOnce(
      answer(JSON.stringify(pageData({ code: 'not_found' }, { kind: 'error', status: 200 })), { status: 404 }),
    );
    const { page, address } = await fetchPage('/nowhere?x=1', signal);
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/-/page/nowhere?x=1');
    expect([page.kind, page.status, address]).toEqual(['error', 404, '/nowhere?x=1']);
  });

  it('follows a redirect within the pages', async () => {
    fetchMock.mockResolvedValueOnce(
      answer(JSON.stringify(pageData({})), { url: 'http://localhost:3000/-/page/new/path?y=2' }),
    );
    expect((await fetchPage('/old/path', signal)).address).toBe('/new/path?y=2');
  });

  it('does not take a download or another program for a page', async () => {
    fetchMock.mockResolvedValueOnce(answer('PK', {}, 'application/zip'));
    await expect(fetchPage('/archive', signal)).rejects.toBeInstanceOf(NotAPage);
    fetchMock.mockResolvedValueOnce(answer('{}', { url: 'http://localhost:3000/users/saml' }));
    await expect(fetchPage('/saml', signal)).rejects.toBeInstanceOf(NotAPage);
  });

  it('throws the error of an answer without page data', async () => {
    fetchMock.mockResolvedValueOnce(
      answer('{"error":{"code":"bug","message":"Oh.","requestId":"r1"}}', { status: 500 }),
    );
    await expect(fetchPage('/x', signal)).rejects.toMatchObject({ code: 'bug', requestId: 'r1', status: 500 });
    fetchMock.mockResolvedValueOnce(answer('<h1>Bad gateway</h1>', { status: 502 }, 'text/html'));
    await expect(fetchPage('/x', signal)).rejects.toMatchObject({ status: 502 });
  });
});

describe('readEmbeddedPage', () => {
  it('reads the script element, and does not go on without', () => {
    const script = document.createElement('script');
    script.id = 'page-data';
    script.type = 'application/json';
    script.textContent = JSON.stringify(pageData({ a: '</script>' })).replaceAll('<', String.raw`\u003c`);
    document.body.append(script);
    expect(readEmbeddedPage()).toEqual({ data: pageData({ a: '</script>' }), module: undefined });
    script.dataset['module'] = '/-/assets/a.page.js';
    expect(readEmbeddedPage().module).toBe('/-/assets/a.page.js');
    script.textContent = '{}';
    expect(() => readEmbeddedPage()).toThrow('no page data');
  });
});
