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
