import { restUpload } from '@tributary/contract/discussions/rest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, createGroup, createProject } from '../../projects/testing.ts';

let app: TestApp;
let owner: TestUser;
let maintainer: TestUser;
let guest: TestUser;
let outsider: TestUser;
let group: Awaited<ReturnType<typeof createGroup>>;

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, maintainer, guest, outsider] = (await Promise.all([1, 2, 3, 4].map(() => createUser(app)))) as [
    TestUser,
    TestUser,
    TestUser,
    TestUser,
  ];
  group = await createGroup(app, { owner: owner.user, path: 'texts', visibility: 'private' });
  await addMember(app, { group, user: maintainer.user, level: 40 });
  await addMember(app, { group, user: guest.user, level: 10 });
});
afterAll(() => app.close());

async function put(as: TestUser | null, id: number, filename = 'plan a.png', kind = 'groups') {
  const server = await app.server();
  const answer = await server.inject({
    method: 'POST',
    url: `/api/v4/${kind}/${id}/uploads`,
    headers: { ...as?.headers, 'content-type': 'multipart/form-data; boundary=xXx' },
    payload: `--xXx\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n\r\nbytes of ${filename}\r\n--xXx--\r\n`,
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function open(url: string, as: TestUser | null) {
  const server = await app.server();
  const answer = await server.inject({ url, headers: as?.headers ?? {} });
  return { status: answer.statusCode, body: answer.body };
}

test('members keep files for texts of a group, and those who see the group read them', async () => {
  const made = await put(guest, group.id);
  expect(made.status).toBe(201);
  const { full_path: address, url, markdown } = restUpload.parse(made.body);
  expect(markdown).toBe(`![plan a](${url})`);
  expect(address).toBe(`/-/group/${group.id}${url}`);
  expect(await open(address, guest)).toMatchObject({ status: 200, body: 'bytes of plan a.png' });
  expect((await open(`/api/v4/groups/${group.id}${url}`, guest)).status).toBe(200);
  for (const person of [outsider, null]) {
    expect((await open(address, person)).body).not.toContain('bytes of');
    expect((await open(`/api/v4/groups/${group.id}${url}`, person)).status).toBe(404);
  }
  // The secret of one home opens nothing of another.
  const other = await createGroup(app, { owner: owner.user });
  const project = await createProject(app, { owner: owner.user });
  expect((await open(`/-/group/${other.id}${url}`, owner)).status).toBe(404);
  expect((await open(`/-/project/${project.id}${url}`, owner)).status).toBe(404);
});

test('a description shows the file by the number of its group', async () => {
  const { url, markdown } = (await put(owner, group.id, 'logo.png')).body;
  await call('PUT', `/groups/${group.id}`, owner, { description: markdown });
  const shown = await open('/-/page/texts', guest);
  expect(JSON.parse(shown.body).data.group.descriptionHtml).toContain(`"/-/group/${group.id}${url}"`);
});

test('maintainers list and delete them; nobody else, and nothing of a project is among them', async () => {
  const project = await createProject(app, { owner: owner.user });
  expect((await put(owner, project.id, 'elsewhere.txt', 'projects')).status).toBe(201);
  const { id, url } = (await put(guest, group.id, 'gone.txt')).body;
  const uploads = `/groups/${group.id}/uploads`;
  const list = await call('GET', uploads, maintainer);
  expect(list.body[0]).toMatchObject({ id, filename: 'gone.txt', uploaded_by: { id: guest.user.id } });
  expect(list.body.map((each: { filename: string }) => each.filename)).not.toContain('elsewhere.txt');
  expect((await call('GET', uploads, guest)).status).toBe(403);
  expect((await call('DELETE', `${uploads}/${id}`, guest)).status).toBe(403);
  expect((await call('DELETE', `${uploads}/${id}`, outsider)).status).toBe(404);
  expect((await call('GET', `${uploads}/${id}`, maintainer)).body).toBe('bytes of gone.txt');
  expect((await call('DELETE', `${uploads}/${id}`, maintainer)).status).toBe(204);
  expect((await open(`/-/group/${group.id}${url}`, guest)).status).toBe(404);
});

test('who is no member keeps nothing there, also in a public group', async () => {
  expect((await put(outsider, group.id)).status).toBe(404);
  const open_ = await createGroup(app, { owner: owner.user, visibility: 'public' });
  expect((await put(outsider, open_.id)).status).toBe(403);
  expect((await put(null, open_.id)).status).toBe(401);
});

test('the files go with their group', async () => {
  const gone = await createGroup(app, { owner: owner.user });
  const { id } = (await put(owner, gone.id, 'last.txt')).body;
  const row = await app.platform.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(await app.platform.storage.open(row.storage_name)).toBeDefined();
  expect((await call('DELETE', `/groups/${gone.id}`, owner)).status).toBe(202);
  await app.runJobs();
  expect(await app.platform.storage.open(row.storage_name)).toBeUndefined();
});
