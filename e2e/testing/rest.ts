import type { RunningServer } from './running-server.ts';

export type Answer<T> = { status: number; body: T; headers: Headers };
export type Body = Record<string, unknown>;

/** Someone with a token at the public API. The types of answers are what the caller expects, not checked. */
export type Rest = {
  token: string;
  /** Never throws for a refusal: look at `status`. */
  send<T = Body>(method: string, path: string, body?: Body, headers?: Record<string, string>): Promise<Answer<T>>;
  /** The body of a successful answer; throws with what the server said otherwise. */
  get<T = Body>(path: string): Promise<T>;
  post<T = Body>(path: string, body?: Body): Promise<T>;
  put<T = Body>(path: string, body?: Body): Promise<T>;
  remove(path: string): Promise<void>;
};

/** `path` is what follows `/api/v4`. */
export function restWith(server: Pick<RunningServer, 'url'>, token: string): Rest {
  async function send<T>(method: string, path: string, body?: Body, headers: Record<string, string> = {}) {
    const answer = await fetch(`${server.url}/api/v4${path}`, {
      method,
      headers: {
        ...(token !== '' && { 'private-token': token }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: parse(text) as T, headers: answer.headers };
  }
  async function must<T>(method: string, path: string, body?: Body): Promise<T> {
    const answer = await send<T>(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  return {
    token,
    send,
    get: (path) => must('GET', path),
    post: (path, body = {}) => must('POST', path, body),
    put: (path, body = {}) => must('PUT', path, body),
    remove: (path) => must('DELETE', path),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
