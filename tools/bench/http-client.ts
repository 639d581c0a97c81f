import http from 'node:http';

export type Answer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

export type HttpClient = {
  request(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>;
  close(): void;
};

/** Speaks HTTP over kept-open connections, as a browser or a reverse proxy would; nothing is decompressed or parsed. */
export function createHttpClient(origin: string, headers: Record<string, string> = {}): HttpClient {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  return {
    request(method, path, options = {}) {
      const payload = options.body === undefined ? undefined : Buffer.from(JSON.stringify(options.body));
      return new Promise((resolve, reject) => {
        const request = http.request(new URL(path, origin), {
          method,
          agent,
          headers: {
            ...headers,
            ...(payload && { 'content-type': 'application/json', 'content-length': String(payload.length) }),
            ...options.headers,
          },
        });
        request.on('error', reject);
        request.on('response', (response) => {
          const parts: Buffer[] = [];
          response.on('error', reject);
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
          );
        });
        request.end(payload);
      });
    },
    close: () => agent.destroy(),
  };
}

/** The body of an answer that must be a success; throws with what was answered instead. */
export function successBody(answer: Answer, what: string): Buffer {
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  throw new Error(`${what} was answered ${answer.status}: ${answer.body.toString().slice(0, 500)}`);
}

const POLL_MS = 4;

/** Asks again and again until the address answers 200; an attempt every few milliseconds. */
export async function waitForOk(url: string, isOver: () => boolean, timeoutMs = 300_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (await answersOk(url)) return;
    if (isOver()) throw new Error(`the process ended before ${url} answered`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`${url} did not answer 200 within ${timeoutMs} ms`);
}

function answersOk(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(url, { agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode === 200));
      response.on('error', () => resolve(false));
    });
    request.on('error', () => resolve(false));
  });
}
