import {
  restApprovals,
  restApprovalState,
  restProjectRule,
  restRequestRule,
  restSettingRule,
} from '@tributary/contract/approvals/rest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, TEST_PASSWORD, type TestUser } from '../accounts/testing.ts';
import { createMergeRequest, pushCommit, tipOf } from '../merge-requests/testing.ts';
import { insertRule } from './store/rules.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../projects/testing.ts';
import { IS_FULL } from '../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;
let ann: TestUser;
let bob: TestUser;
let reporter: TestUser;

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, ann, bob, reporter] = (await Promise.all([1, 2, 3, 4].map(() => createUser(app)))) as [
    TestUser,
    TestUser,
    TestUser,
    TestUser,
  ];
});
afterAll(() => app.close());

async function build(files: Record<string, string> = { 'base.txt': 'base\n' }): Promise<BuiltProject> {
  const project = await createProject(app, { owner: owner.user, files });
  for (const { user } of [ann, bob]) await addMember(app, { user, level: 30, project });
  await addMember(app, { user: reporter.user, level: 20, project });
  return project;
}

const at = (project: BuiltProject, rest = '') => `/projects/${project.id}${rest}`;
const of = (project: BuiltProject, { iid }: { iid: number }, rest = '') => at(project, `/merge_requests/${iid}${rest}`);

test('rules of a project stand between a merge request and its merge', async () => {
  const project = await build();
  const row = await createMergeRequest(app, { project, author: owner });
  await app.runJobs();
  for (const user of [ann, reporter, null]) {
    const refused = await call('POST', at(project, '/approval_rules'), user, { name: 'X', approvals_required: 1 });
    expect([401, 403, 404]).toContain(refused.status);
  }
  const made = await call('POST', at(project, '/approval_rules'), owner, {
    name: 'Security',
    approvals_required: 1,
    user_ids: [bob.user.id, reporter.user.id],
  });
  expect(made.status).toBe(201);
  // Who may not approve is no approver.
  expect(restProjectRule.parse(made.body).users.map((user) => user.id)).toEqual([bob.user.id]);
  expect((await call('POST', at(project, '/approvals'), owner, { approvals_before_merge: 2 })).body).toMatchObject({
    approvals_before_merge: 2,
    reset_approvals_on_push: true,
  });
  const twice = await call('POST', at(project, '/approval_rules'), owner, { name: 'security', approvals_required: 1 });
  expect([twice.status, twice.body.message]).toEqual([400, 'Rule name is already taken.']);
  const settings = at(project, '/approval_settings');
  const older = await call('POST', `${settings}/rules`, owner, {
    name: 'Older',
    approvals_required: 1,
    users: [ann.user.id],
  });
  expect(restSettingRule.parse(older.body)).toMatchObject({ name: 'Older', approvers: [{ id: ann.user.id }] });
  const one = `${settings}/rules/${older.body.id}`;
  expect((await call('PUT', one, owner, { approvals_required: 4 })).body.approvals_required).toBe(4);
  expect((await call('DELETE', one, ann)).status).toBe(403);
  expect((await call('DELETE', one, owner)).status).toBe(204);
  expect((await call('GET', `${settings}?target_branch=main`, owner)).body).toMatchObject({
    fallback_approvals_required: 2,
    rules: [{ name: 'Security' }, { rule_type: 'any_approver' }],
  });
  expect((await call('GET', of(project, row, '/approval_settings'), ann)).body).toMatchObject({
    fallback_approvals_required: 2,
    rules: [{ name: 'Security', approved: false, commented_by: [] }, { rule_type: 'any_approver' }],
  });
  const status = async () => (await call('GET', of(project, row), owner)).body.detailed_merge_status;
  expect(await status()).toBe('not_approved');
  expect((await call('PUT', of(project, row, '/merge'), owner)).status).toBe(405);
  const first = await call('POST', of(project, row, '/approve'), ann);
  expect(restApprovals.parse(first.body)).toMatchObject({
    approved: false,
    approvals_required: 3,
    approvals_left: 2,
    approval_rules_left: [{ name: 'Security' }, { name: 'All Members' }],
    suggested_approvers: [{ id: bob.user.id }],
  });
  await call('POST', of(project, row, '/approve'), bob);
  const state = restApprovalState.parse((await call('GET', of(project, row, '/approval_state'), owner)).body);
  expect(state.rules.map(({ name, rule_type: type, approved }) => [name, type, approved])).toEqual([
    ['Security', 'regular', true],
    ['All Members', 'any_approver', true],
  ]);
  expect(await status()).toBe('mergeable');
  // Whoever loses the right to approve takes the approval with them.
  await call('PUT', at(project, `/members/${bob.user.id}`), owner, { access_level: 20 });
  expect(await status()).toBe('not_approved');
});

test('a merge request changes rules within what its project asks for, and not where that is off', async () => {
  const project = await build();
  const rule = await call('POST', at(project, '/approval_rules'), owner, {
    name: 'Team',
    approvals_required: 1,
    user_ids: [ann.user.id, bob.user.id],
  });
  const row = await createMergeRequest(app, { project, author: ann });
  const path = of(project, row, '/approval_rules');
  const below = await call('PUT', `${path}/${rule.body.id}`, ann, { approvals_required: 0 });
  expect([below.status, below.body.message]).toEqual([
    400,
    'Please enter a number greater than 0 (from project settings).',
  ]);
  expect((await call('DELETE', `${path}/${rule.body.id}`, ann)).status).toBe(403);
  const changed = restRequestRule.parse(
    (await call('PUT', `${path}/${rule.body.id}`, ann, { approvals_required: 2 })).body,
  );
  expect(changed).toMatchObject({ overridden: true, approvals_required: 2, source_rule: { approvals_required: 1 } });
  // The author does not void the rule by naming themselves alone.
  const ruleHere = `${path}/${changed.id}`;
  await call('PUT', ruleHere, ann, { user_ids: [ann.user.id] });
  expect((await call('GET', of(project, row, '/approvals'), ann)).body).toMatchObject({ approved: false });
  await call('PUT', ruleHere, ann, { user_ids: [ann.user.id, bob.user.id] });
  // Nobody who may approve is left of these.
  const nobody = await call('PUT', `${at(project, '/approval_rules')}/${rule.body.id}`, owner, { user_ids: [999_999] });
  expect(nobody.status).toBe(400);
  const own = await call('POST', path, ann, { name: 'Extra', approvals_required: 1, usernames: [owner.user.username] });
  expect(own.status).toBe(201);
  const rules = async () =>
    (await call('GET', path, ann)).body.map((each: { name: string; approvals_required: number }) => [
      each.name,
      each.approvals_required,
    ]);
  expect(await rules()).toEqual([
    ['Team', 2],
    ['Extra', 1],
  ]);
  expect((await call('POST', of(project, row, '/approvals'), ann, { approvals_required: 1 })).status).toBe(201);
  expect((await call('DELETE', `${path}/${own.body.id}`, ann)).status).toBe(204);
  const off = { disable_overriding_approvers_per_merge_request: true };
  expect((await call('POST', at(project, '/approvals'), owner, off)).status).toBe(201);
  expect(await rules()).toEqual([['Team', 1]]);
  for (const [method, url] of [
    ['POST', path],
    ['PUT', `${path}/${rule.body.id}`],
  ] as const)
    expect((await call(method, url, owner, { name: 'Y', approvals_required: 1 })).status).toBe(403);
});

test('settings say whether authors, committers and whom else may approve', async () => {
  const group = await createGroup(app, { owner: owner.user });
  const project = await createProject(app, { owner: owner.user, group, files: { 'a.txt': 'a\n' } });
  for (const { user } of [ann, bob]) await addMember(app, { user, level: 30, project });
  const row = await createMergeRequest(app, { project, author: ann, branch: 'work' });
  await pushCommit(app, { project, branch: 'work', files: { 'more.txt': 'more\n' }, by: bob });
  const may = async (user: TestUser) => (await call('GET', of(project, row, '/approvals'), user)).body.user_can_approve;
  expect([await may(ann), await may(bob)]).toEqual([false, true]);
  const setting = at(project, '/merge_request_approval_setting');
  const change = await call('PUT', setting, owner, { allow_author_approval: true, allow_committer_approval: false });
  expect(change.body.allow_author_approval).toEqual({ value: true, locked: false, inherited_from: null });
  expect([await may(ann), await may(bob)]).toEqual([true, false]);
  expect((await call('POST', of(project, row, '/approve'), bob)).status).toBe(401);
  await call('POST', of(project, row, '/approve'), ann);
  // The group forbids it: what was given counts no longer, and the project cannot allow it again.
  const above = `/groups/${group.id}/merge_request_approval_setting`;
  expect((await call('PUT', above, ann, { allow_author_approval: false })).status).toBe(403);
  expect((await call('PUT', above, owner, { allow_author_approval: false })).status).toBe(200);
  expect((await call('GET', setting, owner)).body.allow_author_approval).toEqual({
    value: false,
    locked: true,
    inherited_from: 'group',
  });
  expect((await call('PUT', setting, owner, { allow_author_approval: true })).status).toBe(400);
  const server = await app.server();
  const page = async ({ headers }: TestUser) => {
    const url = `/-/page/groups/${group.full_path}/-/settings/merge_requests`;
    const answer = await server.inject({ url, headers });
    return [answer.statusCode, answer.json().data];
  };
  expect(await page(owner)).toMatchObject([
    200,
    { canManage: true, settings: { allow_author_approval: { value: false, locked: false } } },
  ]);
  expect((await page(ann))[0]).toBe(403);
  await call('POST', at(project, '/approvals'), owner, { approvals_before_merge: 1 });
  expect((await call('GET', of(project, row, '/approvals'), owner)).body).toMatchObject({ approvals_left: 1 });
  await call('PUT', setting, owner, { allow_committer_approval: true, require_password_to_approve: true });
  const cara = await createUser(app, { password: TEST_PASSWORD });
  await addMember(app, { user: cara.user, level: 30, project });
  for (const body of [{}, { approval_password: 'wrong' }]) {
    const refused = await call('POST', of(project, row, '/approve'), cara, body);
    expect([body, refused.status]).toEqual([body, 401]);
  }
  const given = await call('POST', of(project, row, '/approve'), cara, { approval_password: TEST_PASSWORD });
  expect(given.body).toMatchObject({ approved: true, require_password_to_approve: true });
});

test('code owners approve what they own, by the file of the target branch', async () => {
  const owners = `[Docs]\ndocs/ @${bob.user.username}\n^[Style]\n*.css @${ann.user.username}\n`;
  const project = await build({ CODEOWNERS: owners, 'docs/a.md': 'a\n' });
  await call('POST', at(project, '/protected_branches'), owner, { name: 'main' });
  const row = await createMergeRequest(app, {
    project,
    author: owner,
    branch: 'docs',
    // It cannot change its own owners.
    files: { CODEOWNERS: '', 'docs/a.md': 'b\n', 'x.css': 'x\n' },
  });
  const rules = async () =>
    restApprovalState
      .parse((await call('GET', of(project, row, '/approval_state'), owner)).body)
      .rules.map((rule) => [rule.section, rule.name, rule.approvals_required, rule.approved]);
  expect(await rules()).toEqual([
    ['Docs', 'docs/', 0, true],
    ['Style', '*.css', 0, true],
  ]);
  const needed = { code_owner_approval_required: true };
  expect((await call('PATCH', at(project, '/protected_branches/main'), owner, needed)).status).toBe(200);
  expect(await rules()).toEqual([
    ['Docs', 'docs/', 1, false],
    ['Style', '*.css', 0, true],
  ]);
  const push = (path: string) =>
    call('POST', at(project, '/repository/commits'), owner, {
      branch: 'main',
      commit_message: 'Change directly',
      actions: [{ action: 'create', file_path: path, content: 'x' }],
    });
  const direct = await push('docs/direct.md');
  expect([direct.status, direct.body.message]).toEqual([
    403,
    expect.stringContaining('These patterns of the CODEOWNERS file were matched:\n  docs/ (docs/direct.md)'),
  ]);
  // Optional sections and files without owners hold nothing back.
  expect([(await push('direct.css')).status, (await push('direct.txt')).status]).toEqual([201, 201]);
  await call('POST', of(project, row, '/approve'), ann);
  expect((await rules())[0]).toEqual(['Docs', 'docs/', 1, false]);
  await call('POST', of(project, row, '/approve'), bob);
  expect((await rules())[0]).toEqual(['Docs', 'docs/', 1, true]);
  await pushCommit(app, { project, branch: 'main', files: { CODEOWNERS: '* @all\n[Docs\n' }, by: owner });
  const server = await app.server();
  const url = `/${project.full_path}/-/code_owners.json?ref=main`;
  const part = (await server.inject({ url, headers: owner.headers })).json();
  expect([part.path, part.problems.map((each: { line: number }) => each.line)]).toEqual(['CODEOWNERS', [2, 2]]);
});

test.runIf(IS_FULL)('a rule about coverage counts unless the coverage is known not to be lower', async () => {
  const project = await build();
  const rule = { name: 'Coverage-Check', rule_type: 'report_approver', report_type: 'code_coverage' };
  const made = await call('POST', at(project, '/approval_rules'), owner, {
    ...rule,
    approvals_required: 1,
    user_ids: [ann.user.id],
  });
  expect(made.status).toBe(201);
  const row = await createMergeRequest(app, { project, author: owner });
  const left = async () => (await call('GET', of(project, row, '/approvals'), owner)).body.approvals_left;
  const measure = async (sha: string, ref: string, coverage: number) => {
    const status = { state: 'success', ref, coverage, name: `test-${coverage}` };
    expect((await call('POST', at(project, `/statuses/${sha}`), owner, status)).status).toBe(201);
    await app.runJobs();
  };
  expect(await left()).toBe(1);
  const head = row.head_sha ?? '';
  await measure(head, row.source_branch, 80);
  expect(await left()).toBe(1);
  await measure(await tipOf(project, 'main'), 'main', 80);
  expect(await left()).toBe(0);
  expect((await call('GET', of(project, row), owner)).body.detailed_merge_status).toBe('mergeable');
  // A minimum holds beside it.
  const ruleAt = at(project, `/approval_rules/${made.body.id}`);
  expect((await call('PUT', ruleAt, owner, { coverage_minimum_threshold: 101 })).status).toBe(400);
  const limited = await call('PUT', ruleAt, owner, { coverage_minimum_threshold: '82.5' });
  expect(restProjectRule.parse(limited.body).coverage_minimum_threshold).toBe(82.5);
  expect(await left()).toBe(1);
  await call('PUT', ruleAt, owner, { coverage_minimum_threshold: 80 });
  expect(await left()).toBe(0);
  const plain = { name: 'Plain', approvals_required: 0, coverage_minimum_threshold: 50 };
  expect((await call('POST', at(project, '/approval_rules'), owner, plain)).status).toBe(400);
  // Where a merge request asks for more approvals, it is still about coverage.
  const changed = {
    project_id: project.id,
    merge_request_id: row.id,
    source_rule_id: made.body.id,
    name: rule.name,
    rule_type: 'regular' as const,
    report_type: null,
    approvals_required: 1,
  };
  await insertRule(app.platform.db, changed);
  expect(await left()).toBe(0);
  // The average of both jobs is lower now.
  await measure(head, row.source_branch, 70);
  expect(await left()).toBe(1);
  expect((await call('GET', of(project, row), owner)).body.detailed_merge_status).toBe('not_approved');
});

test('approvals follow the content, with a receipt for each change', async () => {
  const project = await build({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  const row = await createMergeRequest(app, { project, author: owner, branch: 'follow', files: { 'a.txt': 'A\n' } });
  const left = async () => (await call('GET', of(project, row, '/approvals'), owner)).body.approved_by.length;
  const receipts = async () =>
    (await call('GET', of(project, row, '/approval_receipts'), owner)).body.map((each: Record<string, unknown>) => [
      each['outcome'],
      each['reason'],
      each['changed_paths'],
    ]);
  await call('POST', of(project, row, '/approve'), ann);
  // The target moves on, and the branch is rebased onto it.
  await pushCommit(app, { project, branch: 'main', files: { 'b.txt': 'moved\n' }, by: owner });
  expect((await call('PUT', of(project, row, '/rebase'), owner)).status).toBe(202);
  await app.runJobs();
  const { head_sha: head } = await app.platform.db
    .selectFrom('merge_requests')
    .select('head_sha')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  expect(head).toBe(await tipOf(project, 'follow'));
  expect([head === row.head_sha, await left()]).toEqual([false, 1]);
  expect(await receipts()).toEqual([['carried', 'same_content', []]]);
  await pushCommit(app, { project, branch: 'follow', files: { 'b.txt': 'mine\n' }, by: owner });
  expect(await left()).toBe(0);
  expect(await receipts()).toEqual([['ended', 'changed', ['b.txt']]]);
  // Where commits on top take nothing away.
  await call('POST', at(project, '/approvals'), owner, { reset_approvals_on_push: false });
  await call('POST', of(project, row, '/approve'), ann);
  await pushCommit(app, { project, branch: 'follow', files: { 'b.txt': 'again\n' }, by: owner });
  expect(await left()).toBe(1);
  // Where every push does.
  await call('PUT', at(project, '/merge_request_approval_setting'), owner, { end_approvals_on_every_push: true });
  await pushCommit(app, { project, branch: 'follow', files: { 'c.txt': 'c\n' }, by: owner });
  expect(await left()).toBe(0);
  const rows = await app.platform.db
    .selectFrom('merge_request_approvals')
    .select('ended_reason')
    .where('merge_request_id', '=', row.id)
    .orderBy('id')
    .execute();
  expect(rows.map((each) => each.ended_reason)).toEqual(['changed', 'changed']);
});
