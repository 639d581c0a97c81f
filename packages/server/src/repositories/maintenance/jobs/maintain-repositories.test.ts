import { mkdir, mkdtemp, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryStats } from '@tributary/git';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../../accounts/testing.ts';
import { withRepositoryLock } from '../../../platform/db/repository-lock.ts';
import { sql } from '../../../platform/db/database.ts';
import { createProject } from '../../../projects/testing.ts';
import { maintainRepositoryJob, planMaintenanceJob, sweepRepositoriesJob } from './maintain-repositories.ts';

let app: TestApp;
let owner: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
});
afterAll(() => app.close());

const sizeOf = async (id: number) =>
  (await app.platform.db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
    .repository_size_bytes;

test('a repository that was pushed to often is packed, and its size is known', async () => {
  const project = await createProject(app, { owner: owner.user, files: { a: 'x'.repeat(10_000) } });
  await sql`insert into repository_upkeep (project_id, pushes_since_quick, pushes_since_full)
    values (${project.id}, 12, 12)`.execute(app.platform.db);
  await planMaintenanceJob.run(app.system, {});
  await app.runJobs();
  expect(await repositoryStats(project.repository.dir)).toMatchObject({ hasBitmap: true, hasCommitGraph: true });
  expect(await sizeOf(project.id)).toBeGreaterThan(0);
  const row = await app.platform.db
    .selectFrom('repository_upkeep')
    .selectAll()
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ pushes_since_quick: 0, pushes_since_full: 0 });
});

test('a repository whose lease someone holds is left alone', async () => {
  const project = await createProject(app, { owner: owner.user, files: { a: '1' } });
  await withRepositoryLock(app.platform.db, project.id, () =>
    maintainRepositoryJob.run(app.system, { projectId: project.id, mode: 'quick' }),
  );
  expect(await sizeOf(project.id)).toBe(0);
});

test('leftovers of killed pushes are swept away, young ones are not', async () => {
  const project = await createProject(app, { owner: owner.user, files: { a: '1' } });
  const objects = path.join(project.repository.dir, 'objects');
  const [old, young] = ['tmp_objdir-incoming-old', 'tmp_objdir-incoming-new'].map((name) => path.join(objects, name));
  const lock = path.join(project.repository.dir, 'refs/heads/main.lock');
  for (const folder of [old, young]) await mkdir(folder ?? '');
  await writeFile(lock, '');
  const before = new Date(Date.now() - 2 * 3_600_000);
  // What git computes on the way lies beside the repositories.
  const scratch = await mkdtemp(path.join(tmpdir(), 'tributary-objects-'));
  for (const file of [old ?? '', lock, scratch]) await utimes(file, before, before);
  await sweepRepositoriesJob.run(app.system, {});
  const { access } = await import('node:fs/promises');
  await expect(access(old ?? '')).rejects.toThrow('ENOENT');
  await expect(access(lock)).rejects.toThrow('ENOENT');
  await expect(access(scratch)).rejects.toThrow('ENOENT');
  await access(young ?? '');
});
