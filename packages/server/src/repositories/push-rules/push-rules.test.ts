import type { PageData } from '@tributary/contract/page/page-data.ts';
import type { PushRulesPageData } from '@tributary/contract/projects/push-rules.ts';
import type { PushRuleInput } from '@tributary/contract/projects/push-rule-inputs.ts';
import { restProjectPushRule } from '@tributary/contract/projects/push-rule-inputs.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { cloneAddress, createGitClient } from '../testing.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';

let app: TestApp;
let server: FastifyInstance;
let origin: string;
let owner: TestUser;
let developer: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  origin = await app.listen();
  [owner, developer] = await Promise.all([createUser(app), createUser(app)]);
});
afterAll(() => app.close());

const put = (path: string, rules: PushRuleInput, user = owner) =>
  server.inject({ method: 'PUT', url: `/api/v4${path}`, headers: user.headers, payload: rules });

async function build(group?: Awaited<ReturnType<typeof createGroup>>): Promise<BuiltProject> {
  const project = await createProject(app, { owner: owner.user, ...(group && { group }), files: { a: '1' } });
  await addMember(app, { project, user: developer.user, level: 30 });
  return project;
}

/** Pushes one commit to a new branch as the developer; gives what git printed. */
async function push(project: BuiltProject, spec: PushSpec = {}): Promise<string> {
  const { email = developer.user.email, name = developer.user.name } = spec;
  const work = await createGitClient(cloneAddress(origin, project, developer), { name, email });
  try {
    await work.must('fetch', 'origin', 'main');
    await work.must('checkout', '-b', spec.branch ?? 'topic', 'FETCH_HEAD');
    await work.commit(spec.files ?? { b: '2' }, spec.message ?? 'Add b');
    const { ok, output } = await work.git('push', 'origin', 'HEAD');
    expect(ok, output).toBe(spec.isAccepted === true);
    return output.replace(/\s*\n(remote: )?/g, ' ');
  } finally {
    await work.remove();
  }
}

type PushSpec = {
  branch?: string;
  message?: string;
  files?: Record<string, string>;
  email?: string;
  name?: string;
  isAccepted?: boolean;
};

const CASES: [rules: PushRuleInput, broken: PushSpec, message: string, kept: PushSpec][] = [
  [
    { commit_message_regex: 'JIRA-\\d+' },
    {},
    "Commit message does not follow the pattern 'JIRA-\\d+'",
    { message: 'Fix JIRA-12' },
  ],
  [
    { commit_message_negative_regex: 'ssh://' },
    { message: 'See ssh://host' },
    "Commit message contains the forbidden pattern 'ssh://'",
    {},
  ],
  [
    { branch_name_regex: '^(feature|fix)/' },
    {},
    "Branch name 'topic' does not follow the pattern '^(feature|fix)/'",
    { branch: 'fix/it' },
  ],
  [
    { author_email_regex: '@x\\.test$' },
    { email: 'me@other.test' },
    "Committer's email 'me@other.test' does not follow the pattern '@x\\.test$'",
    { email: 'me@x.test' },
  ],
  [
    { file_name_regex: '(jar|exe)$' },
    { files: { 'lib/tool.jar': 'x' } },
    "File name lib/tool.jar was prohibited by the pattern '(jar|exe)$'",
    {},
  ],
  [{ prevent_secrets: true }, { files: { 'deploy/id_rsa': 'x' } }, 'File name deploy/id_rsa was prohibited', {}],
  [
    { max_file_size: 1 },
    { files: { big: 'x'.repeat(1_048_577) } },
    'File "big" is larger than the allowed size of 1 MB',
    { files: { big: 'x'.repeat(1_048_576) } },
  ],
  [{ member_check: true }, { email: 'nobody@x.test' }, "'nobody@x.test' is not a member of team", {}],
  [
    { commit_committer_name_check: true },
    { name: 'Someone Else' },
    'Your git username is inconsistent with your account name',
    {},
  ],
  [{ reject_unsigned_commits: true }, {}, 'Commit must be signed with a GPG key', { isAccepted: false }],
  [
    { reject_non_dco_commits: true },
    {},
    'Commit message must contain a DCO signoff',
    { message: 'Add b\n\nSigned-off-by: Ann <ann@x.test>' },
  ],
];

test.each(CASES)('a push must keep %j', async (rules, broken, message, kept) => {
  const project = await build();
  expect((await put(`/projects/${project.id}/push_rule`, rules)).statusCode).toBe(200);
  expect(await push(project, broken)).toContain(message);
  if (kept.isAccepted !== false) await push(project, { ...kept, isAccepted: true });
});

test('nobody pushes commits with the address of another user', async () => {
  const project = await build();
  await put(`/projects/${project.id}/push_rule`, { commit_committer_check: true });
  const said = await push(project, { email: owner.user.email });
  expect(said).toContain(`You cannot push commits for '${owner.user.email}'`);
  await push(project, { isAccepted: true });
});

test('commits of the web, tags and new branches are checked too, and only what is new', async () => {
  const project = await build();
  const url = `/api/v4/projects/${project.id}`;
  await put(`/projects/${project.id}/push_rule`, {
    commit_message_regex: '^ok',
    branch_name_regex: '^ok',
    deny_delete_tag: true,
    reject_unsigned_commits: true,
    commit_committer_check: true,
  });
  const post = (path: string, payload: object) =>
    server.inject({ method: 'POST', url: `${url}${path}`, headers: owner.headers, payload });
  const commit = (message: string, branch = 'main') =>
    post('/repository/commits', {
      branch,
      commit_message: message,
      actions: [{ action: 'create', file_path: message.trim(), content: '' }],
    });
  const refused = await commit('bad');
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    expect.stringContaining("Commit message does not follow the pattern '^ok'"),
  ]);
  expect((await commit('ok then')).statusCode).toBe(201);
  expect((await post('/repository/branches', { branch: 'other', ref: 'main' })).json().message).toContain(
    "Branch name 'other' does not follow the pattern '^ok'",
  );
  // The first commit of main breaks the rules: it is there already.
  expect((await post('/repository/branches', { branch: 'ok/other', ref: 'main' })).statusCode).toBe(201);
  expect((await post('/repository/tags', { tag_name: 'v1', ref: 'main' })).statusCode).toBe(201);
  const removed = await server.inject({ method: 'DELETE', url: `${url}/repository/tags/v1`, headers: owner.headers });
  expect([removed.statusCode, removed.json().message]).toEqual([
    403,
    expect.stringContaining('You cannot delete a tag'),
  ]);
});

test('rules are inherited: what is turned on above stays on, patterns are replaced', async () => {
  const group = await createGroup(app, { owner: owner.user });
  const project = await build(group);
  const path = `/projects/${project.id}/push_rule`;
  const rule = { prevent_secrets: true, commit_message_regex: '^group' };
  const get = async () =>
    restProjectPushRule
      .nullable()
      .parse((await server.inject({ url: `/api/v4${path}`, headers: owner.headers })).json());
  expect(await get()).toBeNull();
  expect((await put(`/groups/${group.id}/push_rule`, rule)).json()).toMatchObject(rule);
  expect(await get()).toMatchObject({ id: null, project_id: project.id, ...rule });
  const refused = await put(path, { prevent_secrets: false });
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    'prevent_secrets is turned on for the whole group and cannot be turned off here.',
  ]);
  expect((await put(path, { commit_message_regex: '', reject_non_dco_commits: true })).json()).toMatchObject({
    id: expect.any(Number),
    commit_message_regex: '',
    prevent_secrets: true,
    reject_non_dco_commits: true,
  });
  const url = `/-/page/${project.full_path}/-/settings/push_rules`;
  const page = (await server.inject({ url, headers: owner.headers })).json<PageData<PushRulesPageData>>();
  expect(page.data).toMatchObject({ level: 'project', enforcedBy: { prevent_secrets: 'group' }, canChange: true });
  const wrong = await put(path, { file_name_regex: '(' });
  expect([wrong.statusCode, JSON.stringify(wrong.json())]).toEqual([
    400,
    expect.stringContaining('is not a valid regular expression'),
  ]);
  expect((await put(path, { member_check: true }, developer)).statusCode).toBe(403);
  expect((await put('/application/push_rule', { member_check: true }, owner)).statusCode).toBe(403);
  const gone = await server.inject({ method: 'DELETE', url: `/api/v4${path}`, headers: owner.headers });
  expect([gone.statusCode, (await get())?.id]).toEqual([204, null]);
});
