import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cachePreloadedResponses, takePreloadedResponse } from './preloaded-responses.ts';
import { api } from './http.ts';

const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  fetchMock.mockReset();
  fetchMock.mockImplementation(async () => Response.json('asked'));
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const first = (path: string, query = {}) => api.get(path, { query, takesAhead: true });

it('answers the first question once, whatever the order of its parameters', async () => {
  cachePreloadedResponses({ answers: { '/a?x=1&y=2': { headers: {}, body: 'along' } }, asks: [] });
  expect([await first('/a', { y: 2, x: 1 }), await first('/a', { y: 2, x: 1 })]).toEqual(['along', 'asked']);
});

it('gives nothing to who asks again, nor to another method', async () => {
  cachePreloadedResponses({ answers: { '/a': { headers: {}, body: 'along' } }, asks: [] });
  expect([await api.get('/a'), await api.post('/a', { takesAhead: true })]).toEqual(['asked', 'asked']);
  expect(await first('/a')).toBe('along');
});

it('keeps the headers that tell how to go on', async () => {
  cachePreloadedResponses({ answers: { '/a': { headers: { 'x-next-page-cursor': 'c' }, body: [] } }, asks: [] });
  const response = await api.raw('GET', '/a', { takesAhead: true });
  expect(response.headers.get('X-Next-Page-Cursor')).toBe('c');
});

it('is forgotten after a while', async () => {
  cachePreloadedResponses({ answers: { '/a': { headers: {}, body: 'along' } }, asks: [] });
  vi.advanceTimersByTime(10_001);
  expect(await first('/a')).toBe('asked');
});

it('takes a request of the document, and asks again where that failed', async () => {
  const asks = ['/good', '/refused', '/lost'];
  cachePreloadedResponses(
    { answers: {}, asks },
    {
      '/good': Promise.resolve(Response.json('early')),
      '/refused': Promise.resolve(new Response(null, { status: 404 })),
      '/lost': Promise.resolve(new TypeError('offline')),
    },
  );
  expect(await Promise.all(asks.map((path) => first(path)))).toEqual(['early', 'asked', 'asked']);
  expect(fetchMock.mock.calls.map(([address]) => address)).toEqual(['/refused', '/lost']);
});

it('asks at once for what a page that is gone to does not bring along', async () => {
  cachePreloadedResponses({ answers: {}, asks: ['/batch'] });
  cachePreloadedResponses({ answers: {}, asks: ['/batch'] });
  expect(fetchMock).toHaveBeenCalledTimes(1);
  expect(await first('/batch')).toBe('asked');
  expect(fetchMock).toHaveBeenCalledTimes(1);
  expect(await takePreloadedResponse('/batch')).toBeUndefined();
});
