import type { AdminAbuseReportsPageData } from '@tributary/contract/accounts/abuse.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createToken, createUser, type TestUser } from '../testing.ts';
import { sameOriginPath } from './abuse-reports.ts';

let app: TestApp;
let admin: TestUser;
let ann: TestUser;
let ben: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  [admin, ann, ben] = await Promise.all([createUser(app, { isAdmin: true }), createUser(app), createUser(app)]);
});
afterAll(() => app.close());

async function call(user: TestUser | undefined, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const server = await app.server();
  const answer = await server.inject({ method, url, headers: { ...user?.headers }, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body };
}

const report = (by: TestUser | undefined, about: TestUser, category = 'spam', seen = '') =>
  call(by, 'POST', '/-/abuse_reports/add_category', {
    user_id: about.user.id,
    abuse_report: { category, reported_from_url: seen },
  });

async function queue(state = 'open'): Promise<AdminAbuseReportsPageData['reports']> {
  const { body } = await call(admin, 'GET', `/-/page/admin/abuse_reports?state=${state}`);
  const page: PageData<AdminAbuseReportsPageData> = JSON.parse(body);
  return page.data.reports;
}

test('a report reaches the administrators once, and leaves the queue when it is closed', async () => {
  const seen = `${app.platform.config.url}/group/project/-/merge_requests/1#note_2`;
  expect((await report(ann, ben, 'phishing', seen)).status).toBe(200);
  expect((await report(ann, ben, 'phishing', seen)).status).toBe(200);
  const [found, ...more] = await queue();
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    category: 'phishing',
    user: { id: ben.user.id },
    reporter: { id: ann.user.id },
    seenPath: '/group/project/-/merge_requests/1#note_2',
    closedAt: null,
  });
  const path = `/admin/abuse_reports/${found?.id}/close`;
  expect((await call(ann, 'PUT', path)).status).toBe(403);
  expect((await queue()).length).toBe(1);
  expect((await call(admin, 'PUT', path)).status).toBe(200);
  expect(await queue()).toEqual([]);
  expect(await queue('closed')).toMatchObject([{ id: found?.id, closedBy: { id: admin.user.id } }]);
});

test('what is refused: signed out, oneself, nobody, made-up reasons, tokens that only read', async () => {
  expect((await report(undefined, ben)).status).toBe(401);
  expect((await report(ann, ann)).status).toBeGreaterThanOrEqual(400);
  expect((await report(ann, { ...ben, user: { ...ben.user, id: 999_999 } })).status).toBe(404);
  expect((await report(ann, ben, 'because')).status).toBe(400);
  const readOnly = await createToken(app, ann.user, ['read_api']);
  expect((await report({ ...ann, headers: readOnly.headers }, ben)).status).toBe(403);
  expect((await call(ann, 'GET', '/-/page/admin/abuse_reports')).status).toBe(404);
  expect(await queue()).toEqual([]);
});

test('T-077: where it was seen is a page of this instance, or nothing', async () => {
  const own = 'https://git.example.org';
  expect(sameOriginPath('https://git.example.org/a?b=1#c', own)).toBe('/a?b=1#c');
  expect(sameOriginPath('/a/b', own)).toBe('/a/b');
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://evil.example/x',
    '//evil.example',
    'http://',
  ]) {
    expect(sameOriginPath(address, own), address).toBe('');
  }
  await report(ben, ann, 'other', 'javascript:alert(1)');
  expect(await queue()).toMatchObject([{ seenPath: null }]);
});
