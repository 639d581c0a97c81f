import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  restExternalStatusCheck,
  restRequestStatusCheck,
  restStatusCheckResponse,
} from '@tributary/contract/status-checks/rest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import type { MergeRequestRow } from '../merge-requests/index.ts';
import { createMergeRequest, pushCommit, reloadMergeRequest } from '../merge-requests/testing.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';
import { failSilentJob } from './jobs/fail-silent.ts';

let app: TestApp;
let service: Server;
let url: string;
let answer = 200;
const heard: { body: string; signature: string | undefined }[] = [];
let owner: TestUser;
let author: TestUser;
let developer: TestUser;
let project: BuiltProject;

const call = restCaller(() => app);

beforeAll(async () => {
  service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const signature = request.headers['x-gitlab-signature'];
      heard.push({ body: Buffer.concat(chunks).toString(), signature: signature as string | undefined });
      response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/check`;
  app = await createTestApp({ outboundAllowList: ['127.0.0.1'] });
  [owner, author, developer] = [await createUser(app), await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  for (const { user } of [author, developer]) await addMember(app, { user, level: 30, project });
});
afterAll(async () => {
  await app.close();
  service.close();
});

const services = (rest = '') => `/projects/${project.id}/external_status_checks${rest}`;
const of = (row: MergeRequestRow, rest = '') => `/projects/${project.id}/merge_requests/${row.iid}${rest}`;
const statuses = async (row: MergeRequestRow) =>
  z
    .array(restRequestStatusCheck)
    .parse((await call('GET', of(row, '/status_checks'), developer)).body)
    .map((check) => check.status);

test('maintainers name services by a free name and address, and nobody reads a secret again', async () => {
  const input = { name: 'QA', external_url: url, shared_secret: 'hush' };
  for (const user of [developer, null]) {
    expect([401, 403]).toContain((await call('POST', services(), user, input)).status);
    expect([401, 403]).toContain((await call('GET', services(), user)).status);
  }
  const made = await call('POST', services(), owner, input);
  expect(restExternalStatusCheck.parse(made.body)).toMatchObject({ name: 'QA', hmac: true, protected_branches: [] });
  expect(JSON.stringify(made.body)).not.toContain('hush');
  const same = await call('POST', services(), owner, { name: 'qa', external_url: 'https://example.com/other' });
  expect([same.status, same.body.message]).toEqual([400, 'Name is already taken.']);
  const taken = await call('POST', services(), owner, { name: 'Other', external_url: url });
  expect(taken.body.message).toBe('External API is already in use by another status check.');
  for (const wrong of [{ external_url: 'ftp://example.com' }, { name: ' ' }, { protected_branch_ids: [999_999] }]) {
    const refused = await call('POST', services(), owner, { name: 'X', external_url: 'https://example.com', ...wrong });
    expect(refused.status).toBe(400);
  }
  const changed = await call('PUT', services(`/${made.body.id}`), owner, { name: 'Quality' });
  expect(changed.body).toMatchObject({ name: 'Quality', hmac: true });
});

test(
  'a service is told of each head, and the merge waits for what it says of the newest',
  { timeout: 120_000 },
  async () => {
    const [check] = (await call('GET', services(), owner)).body;
    await call('PUT', `/projects/${project.id}`, owner, { only_allow_merge_if_all_status_checks_passed: true });
    let row = await createMergeRequest(app, { project, author });
    await app.runJobs();
    const told = heard.at(-1);
    expect(told?.signature).toBe(
      createHmac('sha256', 'hush')
        .update(told?.body ?? '')
        .digest('hex'),
    );
    expect(JSON.parse(told?.body ?? '')).toMatchObject({
      object_kind: 'merge_request',
      object_attributes: { iid: row.iid, last_commit: { id: row.head_sha } },
      external_approval_rule: { id: check.id, name: 'Quality', external_url: url },
    });
    expect(await statuses(row)).toEqual(['pending']);
    const status = async () => (await call('GET', of(row), owner)).body.detailed_merge_status;
    expect(await status()).toBe('status_checks_must_pass');
    expect((await call('PUT', of(row, '/merge'), owner)).status).toBe(405);
    const respond = (user: TestUser, body: Record<string, unknown> = {}) =>
      call('POST', of(row, '/status_check_responses'), user, {
        external_status_check_id: check.id,
        sha: row.head_sha,
        status: 'passed',
        ...body,
      });
    // Nobody passes their own request, and nothing is said of another head.
    expect((await respond(author)).status).toBe(403);
    expect((await respond(developer, { sha: 'a'.repeat(40) })).status).toBe(409);
    expect((await respond(developer, { external_status_check_id: 999_999 })).status).toBe(404);
    const passed = await respond(developer);
    expect([passed.status, restStatusCheckResponse.parse(passed.body).external_status_check.id]).toEqual([
      201,
      check.id,
    ]);
    expect(await status()).toBe('mergeable');
    await pushCommit(app, { project, branch: row.source_branch, files: { 'more.txt': 'more\n' }, by: author });
    row = await reloadMergeRequest(app, row.id);
    await app.runJobs();
    expect(await statuses(row)).toEqual(['pending']);
    const retry = (user: TestUser) => call('POST', of(row, `/status_checks/${check.id}/retry`), user);
    expect((await retry(developer)).status).toBe(422);
    // It says nothing for longer than anybody waits.
    await app.system.db
      .updateTable('status_check_responses')
      .set({ status_at: new Date(app.system.clock.now().getTime() - 121_000) })
      .where('merge_request_id', '=', row.id)
      .execute();
    await failSilentJob.run(app.system, {});
    expect(await statuses(row)).toEqual(['failed']);
    const before = heard.length;
    const again = await retry(developer);
    expect([again.status, again.body]).toEqual([202, { message: '202 Accepted' }]);
    answer = 500;
    await app.runJobs();
    answer = 200;
    expect(heard.length).toBe(before + 1);
    expect(await statuses(row)).toEqual(['failed']);
    expect((await respond(developer)).status).toBe(201);
    expect((await call('PUT', of(row, '/merge'), owner)).status).toBe(200);
  },
);

test('a check for a protected branch is for merge requests into it', { timeout: 60_000 }, async () => {
  const [check] = (await call('GET', services(), owner)).body;
  const branch = await call('POST', `/projects/${project.id}/protected_branches`, owner, { name: 'release*' });
  await call('PUT', services(`/${check.id}`), owner, { protected_branch_ids: [branch.body.id], shared_secret: '' });
  const row = await createMergeRequest(app, { project, author });
  expect(await statuses(row)).toEqual([]);
  await call('PUT', services(`/${check.id}`), owner, { protected_branch_ids: [] });
  await app.runJobs();
  // It is asked about requests that were open before.
  expect(heard.at(-1)).toMatchObject({ signature: undefined });
  expect(await statuses(row)).toEqual(['pending']);
  // Without its only protected branch it is for all branches, and is asked about what it was not for before.
  await call('PUT', services(`/${check.id}`), owner, { protected_branch_ids: [branch.body.id] });
  await pushCommit(app, { project, branch: row.source_branch, files: { 'next.txt': 'next\n' }, by: author });
  await app.runJobs();
  const before = heard.length;
  expect((await call('DELETE', `/projects/${project.id}/protected_branches/release*`, owner)).status).toBe(204);
  await app.runJobs();
  const { head_sha: sha } = await reloadMergeRequest(app, row.id);
  const asked = heard.slice(before).map(({ body }) => JSON.parse(body).object_attributes.last_commit.id);
  expect([asked.includes(sha), await statuses(row)]).toEqual([true, ['pending']]);
  expect((await call('DELETE', services(`/${check.id}`), owner)).status).toBe(204);
  expect(await statuses(row)).toEqual([]);
});
