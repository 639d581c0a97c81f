import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, withQuery } from './http.ts';
import { session } from './session.ts';

const fetchMock = vi.fn<typeof fetch>();

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
}

function sent(call = 0): { url: string; init: RequestInit; headers: Headers } {
  const [url, init] = fetchMock.mock.calls[call] ?? [];
  return { url: typeof url === 'string' ? url : '', init: init ?? {}, headers: new Headers(init?.headers) };
}

beforeEach(() => {
  fetchMock.mockReset();
  vi.stubGlobal('fetch', fetchMock);
  session.write({ csrfToken: 'token-1', isSignedIn: true });
});

afterEach(() => {
  vi.unstubAllGlobals();
  session.onExpired(null);
});

describe('withQuery', () => {
  it('leaves out what is empty and repeats lists', () => {
    expect(withQuery('/a?x=1', { y: 2, z: null, u: undefined, l: ['a', 'b'] })).toBe('/a?x=1&y=2&l%5B%5D=a&l%5B%5D=b');
    expect(withQuery('/a', {})).toBe('/a');
  });
});

describe('api', () => {
  it('sends JSON with the token for changes, and no token for reads', async () => {
    fetchMock.mockResolvedValueOnce(json(201, { id: 7 })).mockResolvedValueOnce(json(200, []));
    expect(await api.post<{ id: number }>('/api/v4/projects', { body: { name: 'x' } })).toEqual({ id: 7 });
    await api.get('/api/v4/projects');
    expect(sent(0).headers.get('X-CSRF-Token')).toBe('token-1');
    expect(sent(0).headers.get('Content-Type')).toBe('application/json');
    expect(sent(0).init.body).toBe('{"name":"x"}');
    expect(sent(1).headers.has('X-CSRF-Token')).toBe(false);
  });

  it('leaves the content type of a form to the browser', async () => {
    fetchMock.mockResolvedValueOnce(new Response(null, { status: 204 }));
    expect(await api.put('/avatar', { form: new FormData() })).toBeUndefined();
    expect(sent().headers.has('Content-Type')).toBe(false);
  });

  it('gives network failures and cancellations their own codes', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(api.get('/x')).rejects.toMatchObject({ code: 'network', status: 0 });
    fetchMock.mockRejectedValueOnce(new DOMException('aborted', 'AbortError'));
    await expect(api.get('/x')).rejects.toMatchObject({ code: 'aborted' });
  });

  it('does not choke on broken JSON', async () => {
    fetchMock.mockResolvedValueOnce(new Response('{"a":', { headers: { 'Content-Type': 'application/json' } }));
    await expect(api.get('/x')).rejects.toMatchObject({ code: 'unknown' });
  });

  it('asks to sign in again once, then sends the request with the new token', async () => {
    fetchMock
      .mockResolvedValueOnce(json(401, { message: '401 Unauthorized' }))
      .mockResolvedValueOnce(json(200, { ok: true }));
    session.onExpired(async () => {
      session.write({ csrfToken: 'token-2', isSignedIn: true });
      return true;
    });
    expect(await api.post('/notes', { body: { text: 'kept' } })).toEqual({ ok: true });
    expect(sent(1).headers.get('X-CSRF-Token')).toBe('token-2');
    expect(sent(1).init.body).toBe('{"text":"kept"}');
  });

  it('asks once whether the session has ended when a write finds nothing', async () => {
    fetchMock
      .mockResolvedValueOnce(json(404, { error: { code: 'not_found', message: '404 Project Not Found' } }))
      .mockResolvedValueOnce(json(401, { message: '401 Unauthorized' }))
      .mockResolvedValueOnce(json(201, { id: 1 }));
    session.onExpired(async () => true);
    expect(await api.post('/notes', { body: { text: 'kept' } })).toEqual({ id: 1 });
    expect(sent(1).url).toBe('/api/v4/user');
    fetchMock
      .mockResolvedValueOnce(json(404, { error: { code: 'not_found', message: '404 Project Not Found' } }))
      .mockResolvedValueOnce(json(401, { message: '401 Unauthorized' }));
    session.onExpired(async () => false);
    await expect(api.post('/notes')).rejects.toMatchObject({ status: 401, message: 'You are signed out.' });
  });

  it('goes on with the session of another tab, and asks nobody', async () => {
    const forbidden = () => json(403, { error: { code: 'csrf_failed', message: 'This page is out of date.' } });
    fetchMock.mockResolvedValueOnce(forbidden()).mockResolvedValueOnce(json(201, { id: 1 }));
    const asked = vi.fn<() => Promise<boolean>>(async () => true);
    session.onExpired(asked, async () => {
      session.write({ csrfToken: 'token-2', isSignedIn: true });
      return true;
    });
    expect(await api.post('/notes', { body: { text: 'kept' } })).toEqual({ id: 1 });
    expect(sent(1).headers.get('X-CSRF-Token')).toBe('token-2');
    expect(sent(1).init.body).toBe('{"text":"kept"}');
    // What may not be done is not asked for twice, and reads have no token.
    fetchMock.mockResolvedValueOnce(forbidden()).mockResolvedValueOnce(json(403, {}));
    session.onExpired(asked, async () => false);
    await expect(api.post('/notes')).rejects.toMatchObject({ code: 'csrf_failed' });
    await expect(api.get('/notes')).rejects.toMatchObject({ status: 403 });
    // Nor is another session looked for when the answer is about something else.
    const renewed = vi.fn<() => Promise<boolean>>(async () => true);
    session.onExpired(asked, renewed);
    fetchMock.mockResolvedValueOnce(json(403, { message: '403 Forbidden' }));
    await expect(api.post('/notes')).rejects.toMatchObject({ status: 403 });
    expect([fetchMock.mock.calls.length, asked.mock.calls.length, renewed.mock.calls.length]).toEqual([5, 0, 0]);
  });

  it('leaves a 404 what it is for who is signed in, and for reads', async () => {
    const asked = vi.fn<() => Promise<boolean>>(async () => true);
    session.onExpired(asked);
    fetchMock
      .mockResolvedValueOnce(json(404, { error: { code: 'not_found', message: '404 Project Not Found' } }))
      .mockResolvedValueOnce(json(200, { id: 7 }));
    await expect(api.delete('/notes/1')).rejects.toMatchObject({
      status: 404,
      message: 'This does not exist, or you don’t have access.',
    });
    fetchMock.mockResolvedValueOnce(json(404, {}));
    await expect(api.get('/notes')).rejects.toMatchObject({ status: 404 });
    expect(fetchMock).toHaveBeenCalledTimes(3);
    expect(asked).not.toHaveBeenCalled();
  });

  it('gives the 401 back when the user declines, or has no session', async () => {
    fetchMock.mockImplementation(async () => json(401, { message: '401 Unauthorized' }));
    session.onExpired(async () => false);
    await expect(api.post('/notes')).rejects.toMatchObject({ status: 401 });
    expect(fetchMock).toHaveBeenCalledTimes(1);
    const asked = vi.fn<() => Promise<boolean>>(async () => true);
    session.onExpired(asked);
    session.write({ csrfToken: null, isSignedIn: false });
    await expect(api.get('/me')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(asked).not.toHaveBeenCalled();
  });
});
