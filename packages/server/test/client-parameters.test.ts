import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { slices } from '../src/app/slices.ts';
import { type BuiltProject, createProject } from '../src/projects/testing.ts';
import { restCaller } from '../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

/** What clients are documented to send is known here, so that no answer has to say that it was ignored: see decision 26. */
const routes = slices.flatMap((slice) => slice.rest ?? []);
/** Names of path parts differ between documents. */
const shapeOf = (address: string) => address.replaceAll(/:\w+/g, ':x');

const rows = readFileSync(path.join(import.meta.dirname, 'client-parameters.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line): [string, string[]] => {
    const [method = '', address = '', ...words] = line.split(' ');
    return [`${method} ${shapeOf(address)}`, words];
  });

function refusedBy(fields: Record<string, z.ZodType>, word: string): string[] {
  const [name = '', values] = word.split(/:(.*)/s);
  const field = fields[name];
  if (!field) return [name];
  const refused = (values?.split('/') ?? []).filter((value) => !field.safeParse(value).success);
  return refused.map((value) => `${name}=${value}`);
}

test('the list is one', () => {
  expect(rows.length).toBeGreaterThan(80);
  expect(rows.flatMap(([, words]) => words).length).toBeGreaterThan(500);
});

test.each(rows)('%s takes what clients send', (address, words) => {
  const found = routes.filter((route) => `${route.method} ${shapeOf(route.path)}` === address);
  expect(found.length).toBeGreaterThan(0);
  for (const route of found) {
    const fields = { ...route.input?.shape, ...route.params?.shape } as Record<string, z.ZodType>;
    expect(words.flatMap((word) => refusedBy(fields, word))).toEqual([]);
  }
});

describe('of an instance', () => {
  let app: TestApp;
  let owner: TestUser;
  let project: BuiltProject;
  const call = restCaller(() => app);

  beforeAll(async () => {
    app = await createTestApp();
    owner = await createUser(app);
    project = await createProject(app, { owner: owner.user });
  });
  afterAll(() => app.close());

  test('the answer names a misspelt name', async () => {
    const issues = `/projects/${project.id}/issues`;
    const wrong = await call('POST', issues, owner, { title: 'Between us', confidental: true });
    expect([wrong.status, wrong.body.confidential, wrong.headers['x-ignored-parameters']]).toEqual([
      201,
      false,
      'confidental',
    ]);
    expect((await call('POST', issues, owner, { title: 'Between us', confidential: true })).body.confidential).toBe(
      true,
    );
  });

  test.each([
    '/events?target_type=snippet',
    '/events?target_type=wiki',
    '/todos?action=ssh_key_expired',
    '/todos?action=member_access_requested',
    '/issues?scope=all&issue_type=test_case',
  ])('GET %s asks for what is not here, and finds nothing', async (address) => {
    await call('POST', `/projects/${project.id}/issues`, owner, { title: 'Here' });
    await call('POST', `/projects/${project.id}/issues/1/todo`, owner);
    const { status, body } = await call('GET', address, owner);
    expect([status, body]).toEqual([200, []]);
  });
});
