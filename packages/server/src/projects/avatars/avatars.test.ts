import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, rootUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, createGroup, createProject } from '../testing.ts';

const MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG = Buffer.concat([MAGIC, Buffer.alloc(50, 1)]);
let app: TestApp;
let owner: TestUser;
let stranger: TestUser;
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, stranger] = [await createUser(app), await createUser(app)];
});
afterAll(() => app.close());

async function upload(url: string, as: TestUser | null, data: Buffer, field = 'avatar') {
  const boundary = 'x-test-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="a.svg"\r\nContent-Type: image/svg+xml\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), data, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = { ...as?.headers, 'content-type': `multipart/form-data; boundary=${boundary}` };
  const answer = await (await app.server()).inject({ method: 'PUT', url: `/api/v4${url}`, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
}

test.each(['project', 'group'] as const)(
  'the picture of a %s is uploaded, shown to those who see the place, replaced and removed',
  async (kind) => {
    const group = await createGroup(app, { owner: owner.user, visibility: 'private' });
    const place =
      kind === 'group' ? group : await createProject(app, { owner: owner.user, group, visibility: 'private' });
    const url = `/${kind}s/${place.id}`;
    const server = await app.server();
    const get = (path: string, as: TestUser | null) => server.inject({ url: path, headers: as?.headers ?? {} });
    expect((await upload(`${url}/avatar`, stranger, PNG)).status).toBe(404);
    const first = await upload(`${url}/avatar`, owner, PNG);
    expect(first.status).toBe(200);
    const path = new URL(first.body.avatar_url).pathname;
    expect((await call('GET', url, owner)).body.avatar_url).toBe(first.body.avatar_url);
    const shown = await get(path, owner);
    expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.equals(PNG)]).toEqual([
      200,
      'image/png',
      true,
    ]);
    expect((await get(path, stranger)).statusCode).toBe(404);
    expect((await get(path, null)).statusCode).toBe(404);
    expect((await get(`/api/v4${url}/avatar`, owner)).statusCode).toBe(200);
    await upload(`${url}/avatar`, owner, Buffer.concat([PNG, PNG]));
    expect((await get(path, owner)).statusCode).toBe(404);
    await addMember(app, {
      ...(kind === 'group' ? { group } : { project: place }),
      user: stranger.user,
      level: 20,
    } as Parameters<typeof addMember>[1]);
    expect((await upload(`${url}/avatar`, stranger, PNG)).status).toBe(403);
    expect((await call('DELETE', `${url}/avatar`, stranger)).status).toBe(403);
    expect((await call('DELETE', `${url}/avatar`, owner)).status).toBe(204);
    expect((await call('GET', url, owner)).body.avatar_url).toBeNull();
  },
);

test('what is no image, or too big, or not there, is refused', async () => {
  const project = await createProject(app, { owner: owner.user });
  const url = `/projects/${project.id}/avatar`;
  expect((await upload(url, owner, Buffer.from('<svg onload="alert(1)"/>'))).body.message.avatar).toHaveLength(1);
  expect((await upload(url, owner, Buffer.concat([PNG, Buffer.alloc(300_000)]))).body.message.avatar).toEqual([
    'is too big (should be at most 200 KiB)',
  ]);
  expect((await upload(url, owner, PNG, 'other')).body).toEqual({ error: 'avatar is missing' });
  expect((await call('PUT', url, owner, { avatar: 'x' })).status).toBe(400);
  expect((await upload(url, null, PNG)).status).toBe(401);
});

test('an avatar comes with the other fields of a form, for projects, groups and users', async () => {
  const group = await createGroup(app, { owner: owner.user });
  const send = async (method: string, path: string, fields: Record<string, string>, file?: Buffer, person = owner) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    if (file) form.append('avatar', new Blob([new Uint8Array(file)]), 'a.png');
    const encoded = new Response(form);
    const answer = await (
      await app.server()
    ).inject({
      method: method as 'PUT',
      url: `/api/v4${path}`,
      headers: { ...person.headers, 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const names = { username: 'pictured', name: 'Pictured', email: 'pictured@example.test', skip_confirmation: 'true' };
  const root = await rootUser(app);
  const cases = [
    ['/projects', { name: 'pictured', namespace_id: String(group.id) }, owner],
    ['/groups', { name: 'Pictured', path: 'pictured-group' }, owner],
    ['/users', { ...names, force_random_password: 'true' }, root],
  ] as const;
  for (const [path, fields, person] of cases) {
    const refused = await send('POST', path, fields, Buffer.from('<svg onload="x"/>'), person);
    expect([refused.status, Object.keys(refused.body.message)]).toEqual([400, ['avatar']]);
    const made = await send('POST', path, fields, PNG, person);
    expect([made.status, made.body.avatar_url]).toEqual([201, expect.stringContaining('/avatar/')]);
    const url = `${path}/${made.body.id}`;
    const tooBig = await send('PUT', url, { name: 'Renamed' }, Buffer.concat([PNG, Buffer.alloc(300_000)]), person);
    expect([tooBig.status, tooBig.body.message]).toEqual([400, { avatar: ['is too big (should be at most 200 KiB)'] }]);
    const changed = await send('PUT', url, { name: 'Changed' }, PNG, person);
    expect(changed.body).toMatchObject({ name: 'Changed', avatar_url: expect.stringContaining('/avatar/') });
    expect(changed.body.avatar_url).not.toBe(made.body.avatar_url);
    const removed = await send('PUT', url, { avatar: '' }, undefined, person);
    expect([removed.status, removed.body.avatar_url]).toEqual([200, null]);
    expect((await send('PUT', url, {}, PNG, stranger)).status).toBeGreaterThanOrEqual(403);
  }
  await app.system.db
    .updateTable('users')
    .set({ public_email: 'seen@example.test', avatar_name: `${'a'.repeat(32)}.png` })
    .where('id', '=', stranger.user.id)
    .execute();
  const find = async (email: string) => (await call('GET', `/avatar?email=${email}&size=32`, null)).body.avatar_url;
  expect(await find('seen@example.test')).toContain(`/avatar/${stranger.user.id}/`);
  expect(await find(stranger.user.email)).toBeNull();
});

test('an image of more pixels than a page can show is refused by its header', async () => {
  const project = await createProject(app, { owner: owner.user });
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write('IHDR', 4, 'latin1');
  header.writeUInt32BE(100_000, 8);
  header.writeUInt32BE(100_000, 12);
  const { status, body } = await upload(`/projects/${project.id}/avatar`, owner, Buffer.concat([MAGIC, header]));
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('too many pixels')]);
});
