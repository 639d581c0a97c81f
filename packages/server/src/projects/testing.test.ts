import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { sql } from '../platform/db/database.ts';
import { addMember, createGroup, createProject } from './testing.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('builders make groups, members and projects with a real repository', async () => {
  const user = await app.platform.db
    .insertInto('users')
    .values({ username: 'ada', name: 'Ada', email: 'ada@example.test' })
    .returning(['id', 'username'])
    .executeTakeFirstOrThrow();
  const group = await createGroup(app, { owner: user, path: 'team' });
  const child = await createGroup(app, { parent: group, path: 'inner' });
  expect(child).toMatchObject({ full_path: 'team/inner', traversal_ids: [group.id, child.id] });
  const project = await createProject(app, {
    owner: user,
    group: child,
    path: 'tool',
    files: { 'README.md': '# Tool\n' },
  });
  expect(project.full_path).toBe('team/inner/tool');
  expect(await project.repository.git('show', 'main:README.md')).toBe('# Tool');
  const personal = await createProject(app, { owner: user, visibility: 'private' });
  expect(personal.full_path).toMatch(/^ada\/project-/);
  await addMember(app, { project, user, level: 30 });
  const { rows } = await sql`select 1 from members`.execute(app.platform.db);
  expect(rows).toHaveLength(2);
});
