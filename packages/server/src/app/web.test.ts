import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import { createProject } from '../projects/testing.ts';

let app: TestApp;
let origin: string;
let user: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  origin = await app.listen();
  user = await createUser(app);
});
afterAll(() => app.close());

/** Sends requests one after the other over one connection; the status lines of the answers. */
function sendOverOneConnection(requests: readonly Buffer[]): Promise<string[]> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    let sent = 1;
    const statuses = () => text.match(/HTTP\/1\.1 \d+/g) ?? [];
    socket.on('connect', () => socket.write(requests[0] ?? ''));
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
      if (statuses().length === requests.length) {
        socket.destroy();
        resolve(statuses());
      } else if (statuses().length === sent) socket.write(requests[sent++] ?? '');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(statuses()));
  });
}

test('an upload that is refused does not hold up the next request on its connection', async () => {
  const project = await createProject(app, { owner: user.user });
  const body = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="wrong"; filename="a.bin"\r\n\r\n'),
    Buffer.alloc(5_000_000),
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const head = (line: string, more: string[]) =>
    Buffer.from(
      [`${line} HTTP/1.1`, 'Host: here', `Private-Token: ${user.token}`, ...more].join('\r\n').concat('\r\n\r\n'),
    );
  const upload = head(`POST /api/v4/projects/${project.id}/uploads`, [
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${body.length}`,
  ]);
  const answers = await sendOverOneConnection([Buffer.concat([upload, body]), head('GET /api/v4/user', [])]);
  expect(answers).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
}, 15_000);

test('the frame of diagrams is an origin of its own that may load nothing, and only our pages show it', async () => {
  const answer = await fetch(`${origin}/-/diagram-frame`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  const body = await answer.text();
  expect(answer.status).toBe(200);
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]{44}' blob:; /);
  expect(policy).toContain('sandbox allow-scripts');
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toMatch(/allow-same-origin|connect-src|unsafe-eval|https?:/);
  // Exactly the script that the policy names.
  const script = /<script>([^]*)<\/script>/.exec(body)?.[1] ?? '';
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script)));
  expect(policy).toContain(`'sha256-${Buffer.from(hash).toString('base64')}'`);
});

test.each(['/api/v4/projects/1/nothing', '/-/nothing', '/some/project/-/nothing'])(
  'a body of any type sent to %s, which is not there, is answered 404',
  async (path) => {
    const headers = { 'content-type': 'application/octet-stream' };
    const answers = await Promise.all(
      ['POST', 'PUT'].map((method) => fetch(`${origin}${path}`, { method, headers, body: new Uint8Array([0, 255]) })),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  },
);

test('pages may show that frame and no other', async () => {
  const answer = await fetch(`${origin}/users/sign_in`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy.match(/frame-src ([^;]*);/)?.[1]).toMatch(/^https?:\/\/[^ ]+\/-\/diagram-frame$/);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe-/);
});
