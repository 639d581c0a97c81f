import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restPipelineBasic } from '@tributary/contract/ci/pipeline-rest.ts';
import { restMergeRequestBasic } from '@tributary/contract/merge-requests/rest.ts';
import { restDiscussion } from '@tributary/contract/discussions/rest.ts';
import { z } from 'zod';
import { addUser, createTokenFor, findUserByUsername } from '../../accounts/index.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { fillDemo } from './fill-demo.ts';
import { USERS } from './users.ts';

let app: TestApp;
let reader: { headers: Record<string, string> };
const said: string[] = [];
const rest = restCaller(() => app);

async function fill(): Promise<void> {
  const origin = app.platform.config.url;
  await fillDemo({ platform: app.platform, server: await app.server(), origin, say: (line) => said.push(line) });
}

async function mergeRequests() {
  const answer = await rest('GET', '/groups/delta/merge_requests?state=all&per_page=100', reader);
  expect(answer.status).toBe(200);
  return z.array(restMergeRequestBasic.loose()).parse(answer.body);
}

beforeAll(async () => {
  app = await createTestApp();
  await app.listen();
  await app.platform.jobs.start();
  try {
    await fill();
  } finally {
    await app.platform.jobs.stop();
  }
  await app.runJobs();
  const ann = await findUserByUsername(app.system, 'ann');
  const { token } = await createTokenFor(app.system, { userId: ann?.id ?? 0, name: 'test', scopes: ['read_api'] });
  reader = { headers: { 'private-token': token } };
}, 300_000);
afterAll(() => app.close());

describe('the demo', () => {
  test('counts its steps and tells how to sign in', () => {
    const steps = said.filter((line) => line.startsWith('  ['));
    expect(steps.length).toBeGreaterThan(15);
    expect(steps.at(-1)).toContain(`[${steps.length}/${steps.length}]`);
    expect(said.join('\n')).toMatch(/sign in as {2}ann, ingrid, jun, sara or tomas\n {2}password {4}\S{12} /);
  });

  test('has five users, one of them with a name from right to left', async () => {
    const members = await rest('GET', '/groups/delta/members', reader);
    // And the first administrator, who finds something at home.
    expect(members.body).toHaveLength(USERS.length + 1);
    expect(USERS.some(({ name }) => /[\u0590-\u07ff]/.test(name))).toBe(true);
  });

  test('has pipelines that passed, failed and are running', async () => {
    const all = await mergeRequests();
    const statuses = new Set<string>();
    for (const { project_id: id, iid } of all) {
      const answer = await rest('GET', `/projects/${id}/merge_requests/${iid}/pipelines`, reader);
      for (const { status } of z.array(restPipelineBasic).parse(answer.body)) statuses.add(status);
    }
    expect([...statuses].toSorted()).toEqual(['failed', 'running', 'scheduled', 'success']);
  });

  test('has environments, one with a deployment that waits for approval', async () => {
    const kit = '/projects/delta%2Fhttp-kit';
    const { body } = await rest('GET', `${kit}/environments?per_page=100`, reader);
    const names = body.map(({ name }: { name: string }) => name.replace(/^review\/.*/, 'review'));
    expect(names.toSorted().slice(0, 3)).toEqual(['production', 'review', 'review']);
    expect(names).toContain('staging');
    const waiting = await rest('GET', `${kit}/deployments?status=blocked`, reader);
    expect(waiting.body).toMatchObject([{ environment: { name: 'production' }, deployable: { name: 'deploy' } }]);
  });

  test('has a project with pipelines, their logs and files, a schedule, a release and merge requests', async () => {
    const shop = '/projects/delta%2Fweb-shop';
    const pipelines = await rest('GET', `${shop}/pipelines?per_page=100`, reader);
    const all = z.array(restPipelineBasic).parse(pipelines.body);
    const sources = new Set(all.map(({ source }) => source));
    expect([...sources].toSorted()).toEqual(['merge_request_event', 'push', 'schedule']);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['success', 'failed', 'manual', 'scheduled']));
    const { body: jobs } = await rest('GET', `${shop}/jobs?per_page=100`, reader);
    const named = (name: string, status: string) =>
      jobs.find((job: { name: string; status: string }) => job.name === name && job.status === status);
    expect(named('production', 'manual')).toBeDefined();
    const failed = named('unit', 'failed');
    expect(failed).toMatchObject({ coverage: 85, failure_reason: 'script_failure' });
    const log = await rest('GET', `${shop}/jobs/${failed.id}/trace`, reader);
    expect(log.body).toContain('section_start:');
    expect(log.body).toContain('expected 1200, received 0');
    const report = await rest('GET', `${shop}/pipelines/${failed.pipeline.id}/test_report`, reader);
    expect(report.body).toMatchObject({ failed_count: 1, success_count: 5 });
    expect((await rest('GET', `${shop}/environments`, reader)).body).toHaveLength(2);
    expect((await rest('GET', `${shop}/releases`, reader)).body).toMatchObject([{ tag_name: 'v1.0.0' }]);
    expect((await rest('GET', `${shop}/merge_trains?scope=active`, reader)).body).toHaveLength(1);
  });

  test('has five projects, two of them with histories by several authors', async () => {
    const projects = await rest('GET', '/groups/delta/projects', reader);
    expect(projects.body).toHaveLength(5);
    for (const path of ['http-kit', 'logging']) {
      const commits = await rest('GET', `/projects/delta%2F${path}/repository/commits?per_page=100`, reader);
      const authors = new Set(commits.body.map((commit: { author_name: string }) => commit.author_name));
      expect(commits.body.length).toBeGreaterThan(15);
      expect(authors.size).toBeGreaterThan(3);
    }
    const licence = await rest(
      'GET',
      '/projects/delta%2Fhttp-kit/repository/files/packages%2Favvio%2FLICENSE/raw?ref=main',
      reader,
    );
    expect(licence.body).toContain('MIT');
  });

  test('has coverage and a finding beside the lines of a merge request', async () => {
    const request = (await mergeRequests()).find(({ source_branch: branch }) => branch === 'spy-keeps-falsy-arguments');
    const commits = `/projects/delta%2Fhttp-kit/repository/commits/${request?.sha}`;
    const reports = await rest('GET', `${commits}/reports`, reader);
    const told = reports.body.map(({ kind, state }: { kind: string; state: string }) => `${kind} ${state}`);
    expect(told.toSorted()).toEqual(['codequality ready', 'coverage ready']);
  });

  test('has merge requests in all states', async () => {
    const all = await mergeRequests();
    expect(all.length).toBeGreaterThanOrEqual(14);
    const states = Map.groupBy(all, ({ state }) => state);
    expect(states.get('merged')).toHaveLength(4);
    expect(states.get('closed')).toHaveLength(1);
    expect(all.filter(({ draft }) => draft)).toHaveLength(2);
    expect(all.some((request) => request.source_project_id !== request.target_project_id)).toBe(true);
    const conflicting = all.find((request) => request.source_branch === 'tell-why-a-signature-fails');
    expect(conflicting).toMatchObject({ state: 'opened', has_conflicts: true });
    expect(all.some(({ milestone }) => milestone !== null)).toBe(true);
    expect(all.every(({ labels }) => labels.length > 0)).toBe(true);
  });

  test('has issues, some of them closed by merge requests, one of them for few eyes', async () => {
    const answer = await rest('GET', '/groups/delta/issues?state=all&per_page=100', reader);
    const issues = z.array(z.looseObject({ iid: z.number(), state: z.string(), confidential: z.boolean() }));
    const all = issues.parse(answer.body);
    expect(all).toHaveLength(8);
    expect(all.filter(({ state }) => state === 'closed')).toHaveLength(3);
    expect(all.filter(({ confidential }) => confidential)).toHaveLength(1);
    const slow = await rest('GET', '/projects/delta%2Fhttp-kit/issues/5', reader);
    expect(slow.body).toMatchObject({
      task_completion_status: { count: 5, completed_count: 2 },
      time_stats: { time_estimate: 2 * 8 * 3_600, total_time_spent: 5 * 3_600 },
    });
    const threads = await rest('GET', '/projects/delta%2Fhttp-kit/issues/3/discussions', reader);
    const privacy = threads.body.find(({ notes }: { notes: unknown[] }) => notes.length === 2);
    expect(privacy.notes[1]).toMatchObject({ author: { username: 'sara' } });
  });

  test('is spread over days, in the order of the numbers', async () => {
    const kit = (await mergeRequests()).filter(({ web_url: url }) => url.includes('/http-kit/'));
    const times = kit.sort((one, other) => one.iid - other.iid).map((each) => Date.parse(each.created_at));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(7 * 86_400_000);
    expect(times.at(-1)).toBeLessThan(Date.now());
  });

  test('has a big one and a long one', async () => {
    const all = await mergeRequests();
    const pathOf = (branch: string) => {
      const found = all.find((request) => request.source_branch === branch);
      return `/projects/${found?.project_id}/merge_requests/${found?.iid}`;
    };
    const big = await rest('GET', `${pathOf('licence-in-every-file')}/diffs?per_page=100`, reader);
    expect(Number(big.headers['x-total'])).toBeGreaterThan(100);
    const long = await rest('GET', `${pathOf('supported-node-versions')}/commits?per_page=100`, reader);
    expect(long.body).toHaveLength(10);
  });

  test('has threads that are resolved, open and outdated', async () => {
    const notes: { resolvable: boolean; resolved: boolean; system: boolean; outdated: boolean }[] = [];
    for (const request of await mergeRequests()) {
      const path = `/projects/${request.project_id}/merge_requests/${request.iid}`;
      const answer = await rest('GET', `${path}/discussions?per_page=100`, reader);
      for (const {
        notes: [first, ...others],
      } of z.array(restDiscussion).parse(answer.body)) {
        if (!first) continue;
        const position = first.position as { head_sha?: string } | null | undefined;
        const outdated = position?.head_sha !== undefined && position.head_sha !== request.sha;
        for (const { resolvable, resolved = false, system } of [first, ...others]) {
          notes.push({ resolvable, resolved: resolved ?? false, system, outdated });
        }
      }
    }
    const written = notes.filter(({ system }) => !system);
    expect(written.length).toBeGreaterThanOrEqual(50);
    expect(written.some(({ resolvable, resolved }) => resolvable && resolved)).toBe(true);
    expect(written.some(({ resolvable, resolved }) => resolvable && !resolved)).toBe(true);
    expect(written.some(({ outdated }) => outdated)).toBe(true);
  });

  test('leaves no keys behind', async () => {
    const ann = await findUserByUsername(app.system, 'ann');
    const root = await findUserByUsername(app.system, 'root');
    const { token } = await createTokenFor(app.system, { userId: root?.id ?? 0, name: 'test', scopes: ['api'] });
    const tokens = await rest('GET', `/personal_access_tokens?user_id=${ann?.id}&state=active`, {
      headers: { 'private-token': token },
    });
    expect(tokens.body.map(({ name }: { name: string }) => name)).toEqual(['test']);
  });

  test('is not filled twice', async () => {
    const before = await mergeRequests();
    said.length = 0;
    await fill();
    expect(said.join('\n')).toContain('The demo already exists');
    expect(said.join('\n')).toMatch(/password {4}\S{12} /);
    expect(await mergeRequests()).toEqual(before);
  });
});

test('names that belong to others stop it before anything is made', async () => {
  const other = await createTestApp();
  try {
    await addUser(other.system, { username: 'jun', name: 'Jun', email: 'jun@x.example', password: null });
    const lines: string[] = [];
    const target = {
      platform: other.platform,
      server: await other.server(),
      origin: '',
      say: (line: string) => lines.push(line),
    };
    await fillDemo(target);
    expect(lines.join('\n')).toContain('usernames are already taken (jun)');
    expect(await findUserByUsername(other.system, 'ann')).toBeUndefined();
  } finally {
    await other.close();
  }
});
