import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { getProjectAccess, containerOfProject } from '../../projects/index.ts';
import { uploadFile } from '../operations/upload-file.ts';

let app: TestApp;
let owner: TestUser;
let guest: TestUser;
let outsider: TestUser;
let project: BuiltProject;
let other: BuiltProject;

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, guest, outsider] = await Promise.all([createUser(app), createUser(app), createUser(app)]);
  project = await createProject(app, { owner: owner.user, visibility: 'private' });
  other = await createProject(app, { owner: owner.user, visibility: 'private' });
  await addMember(app, { project, user: guest.user, level: 10 });
});
afterAll(() => app.close());

async function upload(as: TestUser, of: BuiltProject, filename: string) {
  const ctx = contextOf(app, as);
  const file = { filename, content: Buffer.from(`words of ${filename}`) };
  const { row } = await uploadFile(ctx, containerOfProject(await getProjectAccess(ctx, of.id)), file);
  return row;
}

test('maintainers list the files of texts, newest first, and take them away', async () => {
  const [first, second] = [await upload(owner, project, 'one.txt'), await upload(guest, project, 'two.txt')];
  const elsewhere = await upload(owner, other, 'three.txt');
  const uploads = `/projects/${project.id}/uploads`;
  const list = await call('GET', `${uploads}?per_page=1`, owner);
  expect([list.status, list.headers['x-total']]).toEqual([200, '2']);
  expect(list.body).toEqual([
    {
      id: second.id,
      size: 16,
      filename: 'two.txt',
      created_at: second.created_at.toISOString(),
      uploaded_by: expect.objectContaining({ username: guest.user.username }),
    },
  ]);
  expect((await call('GET', `${uploads}/${first.id}`, owner)).body).toBe('words of one.txt');
  const address = `${uploads}/${first.secret}/one.txt`;
  expect((await call('GET', address, guest)).body).toBe('words of one.txt');
  expect((await call('GET', `${uploads}/${elsewhere.id}`, owner)).status).toBe(404);
  expect((await call('DELETE', `${uploads}/${elsewhere.id}`, owner)).status).toBe(404);
  for (const path of [uploads, `${uploads}/${first.id}`]) {
    expect([path, (await call('GET', path, guest)).status]).toEqual([path, 403]);
    expect([path, (await call('GET', path, outsider)).status]).toEqual([path, 404]);
  }
  for (const path of [`${uploads}/${first.id}`, address]) {
    expect([path, (await call('DELETE', path, guest)).status]).toEqual([path, 403]);
    expect([path, (await call('DELETE', path, outsider)).status]).toEqual([path, 404]);
  }
  expect((await call('DELETE', `${uploads}/${first.secret}/other.txt`, owner)).status).toBe(404);
  expect((await call('DELETE', address, owner)).status).toBe(204);
  expect((await call('GET', address, owner)).status).toBe(404);
  expect(await app.platform.storage.open(first.storage_name)).toBeUndefined();
  expect((await call('DELETE', `${uploads}/${second.id}`, owner)).status).toBe(204);
  expect((await call('GET', uploads, owner)).body).toEqual([]);
});
