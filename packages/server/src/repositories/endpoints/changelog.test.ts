import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { tagBefore, withSection } from '../rules/changelog.ts';

let app: TestApp;
let server: FastifyInstance;
let owner: TestUser;
let reporter: TestUser;
let project: BuiltProject;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  [owner, reporter] = await Promise.all([createUser(app), createUser(app)]);
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { a: '1' } });
  await addMember(app, { project, user: reporter.user, level: 20 });
  const { repository } = project;
  await repository.git('tag', 'v1.0.0', 'main');
  await repository.commit({ files: { b: '1' }, message: 'Paint [the] bridge\n\nChangelog: added' });
  await repository.commit({ files: { c: '1' }, message: 'Nobody cares' });
  const wrong = await repository.commit({ files: { d: '1' }, message: 'Break it\n\nChangelog: fixed' });
  await repository.commit({
    files: { d: '2' },
    message: `Revert "Break it"\n\nThis reverts commit ${wrong}.\n\nChangelog: fixed`,
  });
});
afterAll(() => app.close());

const call = (person: TestUser, method: 'GET' | 'POST', body: Record<string, string>) => {
  const url = `/api/v4/projects/${project.id}/repository/changelog`;
  const query = method === 'GET' ? `?${new URLSearchParams(body).toString()}` : '';
  return server.inject({
    method,
    url: `${url}${query}`,
    headers: person.headers,
    ...(method === 'POST' && { payload: body }),
  });
};

test('what changed since the version before, without what was taken back', async () => {
  const answer = await call(reporter, 'GET', { version: '1.1.0', date: '2026-03-01' });
  expect(answer.json().notes).toMatch(
    /^## 1\.1\.0 \(2026-03-01\)\n\n### added \(1 change\)\n\n- \[Paint \\\[the\\\] bridge\]\(http\S+\/-\/commit\/[0-9a-f]{40}\)\n$/,
  );
  const nothing = await call(reporter, 'GET', { version: '1.1.0', trailer: 'Unheard-Of', date: '2026-03-01' });
  expect(nothing.json().notes).toBe('## 1.1.0 (2026-03-01)\n\nNo changes.\n');
  expect((await call(reporter, 'GET', { version: '0.9.0' })).statusCode).toBe(422);
  expect((await call(reporter, 'GET', { version: 'next' })).statusCode).toBe(400);
});

test('the section goes into the file, by those who may push', async () => {
  expect((await call(reporter, 'POST', { version: '1.1.0' })).statusCode).toBe(403);
  expect((await call(owner, 'POST', { version: '1.1.0', date: '2026-03-01' })).statusCode).toBe(200);
  const file = () => project.repository.git('show', 'main:CHANGELOG.md');
  expect(await file()).toMatch(/^## 1\.1\.0 \(2026-03-01\)\n\n### added/);
  expect((await call(owner, 'POST', { version: '1.2.0', from: 'v1.0.0', date: '2026-04-01' })).statusCode).toBe(200);
  expect([...(await file()).matchAll(/^## (\S+)/gm)].map((match) => match[1])).toEqual(['1.2.0', '1.1.0']);
  expect(await project.repository.git('log', '-1', '--format=%s', 'main')).toBe('Add changelog for version 1.2.0');
});

test('versions are compared by their numbers', () => {
  expect(tagBefore('1.10.0', ['v1.2.0', 'v1.9.1', 'v1.10.0', 'v2.0.0', 'v1.9.2-rc1', 'other'])).toBe('v1.9.1');
  expect(tagBefore('1.0.0', ['v1.0.0'])).toBeUndefined();
});

test('a section stands above the next older one and below the opening words', () => {
  const file = '# Changes\n\n## 2.0.0 (x)\n\nB\n\n## 1.0.0 (x)\n\nA\n';
  expect(withSection(file, '1.5.0', '## 1.5.0 (y)\n\nC\n')).toBe(
    '# Changes\n\n## 2.0.0 (x)\n\nB\n\n## 1.5.0 (y)\n\nC\n\n## 1.0.0 (x)\n\nA\n',
  );
  expect(withSection('', '1.0.0', '## 1.0.0\n')).toBe('## 1.0.0\n');
  expect(withSection('# Changes\n', '1.0.0', '## 1.0.0\n')).toBe('# Changes\n\n## 1.0.0\n');
});
