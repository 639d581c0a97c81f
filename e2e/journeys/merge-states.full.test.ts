import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectClean } from '../testing/clean.ts';
import { createHeldGit } from '../testing/held-git.ts';
import { LICENSE_JOB, reportLicenses } from '../testing/report-licenses.ts';
import { beginJourney } from '../testing/journey.ts';
import type { Body } from '../testing/rest.ts';
import type { Window } from '../testing/sign-in.ts';
import { commitFiles, type MergeRequest, type Project, type TestUser } from '../testing/world.ts';

/** Panels of the merge widget that the other journeys do not come by, in one project. */

const git = createHeldGit();
const journey = beginJourney({ env: { PATH: `${git.folder}:${process.env['PATH'] ?? ''}` } });
let ann: TestUser;
let ben: TestUser;
let made: Project;
let owner: Window;
let developer: Window;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  ben = await journey.world.person('ben', 'Ben Developer');
  made = await journey.world.project(ann, 'states', { members: [{ person: ben, level: 30 }] });
  owner = await journey.open(ann);
  developer = await journey.open(ben);
});
afterAll(() => git.remove());

const inProject = (path: string) => `/projects/${made.id}${path}`;
const setProject = (settings: Body) => ann.rest.put(`/projects/${made.id}`, settings);
const request = (branch: string, by = ann) =>
  journey.world.mergeRequest(by, made, branch, { [`${branch}.md`]: 'new\n' });
const report = (sha: string, state: string) => ann.rest.post(inProject(`/statuses/${sha}`), { state, name: 'tests' });
const widgetOf = ({ page }: Window) => page.getByRole('region', { name: 'Merge', exact: true });

async function open({ page }: Window, { iid }: Pick<MergeRequest, 'iid'>): Promise<void> {
  await page.goto(`/${made.path}/-/merge_requests/${iid}`);
  await widgetOf({ page } as Window).waitFor();
}

/** All of these are in the widget. */
async function reads(window: Window, ...texts: (string | RegExp)[]): Promise<void> {
  for (const text of texts) await widgetOf(window).getByText(text).first().waitFor();
}

const button = (window: Window, name: string) => widgetOf(window).getByRole('button', { name, exact: true });
const link = (window: Window, name: string) => widgetOf(window).getByRole('link', { name, exact: true });

test('ready: commits, choices, messages, issues and how far behind it is; a developer who may not merge reads who may', async () => {
  const issue = await ann.rest.post<{ iid: number }>(inProject('/issues'), { title: 'Broken' });
  const opened = await request('ready');
  for (const name of ['two', 'three', 'four'])
    await commitFiles(ann, made.id, { branch: 'ready', files: { [`${name}.md`]: `${name}\n` } });
  await ann.rest.put(inProject(`/merge_requests/${opened.iid}`), { description: `Closes #${issue.iid}` });
  await commitFiles(ann, made.id, { branch: 'main', files: { 'elsewhere.md': 'other\n' } });
  await open(owner, opened);
  await reads(owner, 'Ready to merge!', 'The source branch is 1 commit behind the target branch.');
  const commits = widgetOf(owner).getByRole('list', { name: 'Commits to be merged' });
  expect(await commits.getByRole('listitem').count()).toBe(3);
  await button(owner, 'Show all 4 commits').click();
  expect(await commits.getByRole('listitem').count()).toBe(4);
  await reads(owner, `Closes #${issue.iid}.`);
  await button(owner, 'Assign yourself to this issue').click();
  await button(owner, 'Assign yourself to this issue').waitFor({ state: 'detached' });
  const { assignees } = await ann.rest.get<{ assignees: { id: number }[] }>(inProject(`/issues/${issue.iid}`));
  expect(assignees.map(({ id }) => id)).toEqual([ann.id]);
  const { page } = owner;
  for (const name of ['Delete source branch', 'Squash commits', 'Edit commit message'])
    await widgetOf(owner).getByRole('checkbox', { name }).waitFor();
  await widgetOf(owner).getByRole('checkbox', { name: 'Edit commit message' }).check();
  const message = widgetOf(owner).getByRole('textbox', { name: 'Merge commit message' });
  await message.fill('');
  expect(await button(owner, 'Merge').isDisabled()).toBe(true);
  await expectClean(owner);
  await setProject({ squash_option: 'always' });
  await page.reload();
  const squash = widgetOf(owner).getByRole('checkbox', { name: 'Squash commits' });
  await squash.waitFor();
  expect(await squash.isDisabled()).toBe(true);
  await reads(owner, 'Required in this project.');
  await setProject({ squash_option: 'default_off' });
  await open(developer, opened);
  await reads(
    developer,
    'Ready to merge by members who can write to the target branch.',
    'Ready to be merged automatically. Ask someone with write access to this repository to merge this request.',
  );
  await expectClean(developer);
});

test('new changes, a branch that is gone, nothing to merge', async () => {
  const opened = await request('moving');
  await open(owner, opened);
  await reads(owner, 'Ready to merge!');
  await commitFiles(ben, made.id, { branch: 'moving', files: { 'more.md': 'more\n' } });
  await reads(owner, 'Merge blocked: new changes were just added.');
  expect(await link(owner, 'Review changes').getAttribute('href')).toContain(`/${opened.iid}/diffs`);
  await expectClean(owner);

  await ann.rest.remove(inProject('/repository/branches/moving'));
  await reads(
    owner,
    'The source branch moving does not exist.',
    'Please restore it or use a different source branch.',
    'If you have the branch in a clone, you can merge it locally.',
  );
  await expectClean(owner);

  await ann.rest.post(inProject('/repository/branches?branch=empty&ref=main'));
  const empty = await ann.rest.post<MergeRequest>(inProject('/merge_requests'), {
    source_branch: 'empty',
    target_branch: 'main',
    title: 'Bring nothing',
  });
  await open(owner, empty);
  await reads(owner, 'Merge request contains no changes.');
  await link(owner, 'Create file').waitFor();
  await expectClean(owner);
});

test('conflicts, for those who can resolve them and for others', async () => {
  const opened = await journey.world.mergeRequest(ben, made, 'conflicting', { 'same.md': 'theirs\n' });
  await commitFiles(ann, made.id, { branch: 'main', files: { 'same.md': 'ours\n' } });
  await open(owner, opened);
  await reads(owner, 'Merge blocked: merge conflicts must be resolved.');
  await link(owner, 'Resolve conflicts').waitFor();
  await button(owner, 'Resolve locally').click();
  const help = owner.page.getByRole('dialog', { name: 'Resolve conflicts locally' });
  await help.getByText('git merge origin/main').waitFor();
  await owner.page.keyboard.press('Escape');
  await expectClean(owner);
  const carl = await journey.world.person('carl', 'Carl Reporter');
  await ann.rest.post(inProject('/members'), { user_id: carl.id, access_level: 20 });
  const reporter = await journey.open(carl);
  await open(reporter, opened);
  await reads(
    reporter,
    'Merge blocked: merge conflicts must be resolved.',
    'Users who can write to the source or target branches can resolve the conflicts.',
  );
  expect(await link(reporter, 'Resolve conflicts').count()).toBe(0);
  await reporter.context.close();
});

test('a denied license in the report of a pipeline is named', async () => {
  const opened = await journey.world.mergeRequest(ann, made, 'licensed', { '.gitlab-ci.yml': LICENSE_JOB });
  const policy = await ann.rest.post<{ id: number }>(inProject('/managed_licenses'), {
    name: 'GPL-3.0',
    approval_status: 'denied',
  });
  expect(await reportLicenses(journey.server, ann, made, ['GPL-3.0'])).toBe(201);
  await open(owner, opened);
  await reads(owner, 'Merge blocked: denied licenses must be removed.', 'Denied: GPL-3.0.', /and policy violations/);
  await expectClean(owner);
  // While it is denied, each pipeline is waited for: its licenses are not known before.
  await ann.rest.remove(inProject(`/managed_licenses/${policy.id}`));
});

test('approvals, dependencies, status checks and Jira hold it back, each with its own sentence', async () => {
  const opened = await request('gated');
  const at = inProject(`/merge_requests/${opened.iid}`);
  await open(owner, opened);
  await reads(owner, 'Ready to merge!');
  const rule = await ann.rest.post<{ id: number }>(`${at}/approval_rules`, {
    name: 'Reviewers',
    approvals_required: 1,
    user_ids: [ben.id],
  });
  await reads(owner, 'Merge blocked: all required approvals must be given.');
  await expectClean(owner);
  await ann.rest.remove(`${at}/approval_rules/${rule.id}`);
  await reads(owner, 'Ready to merge!');

  const other = await request('before');
  const block = await ann.rest.post<{ id: number }>(`${at}/blocks`, { blocking_merge_request_iid: other.iid });
  await reads(owner, 'Merge blocked: all merge request dependencies must be merged.');
  await ann.rest.remove(`${at}/blocks/${block.id}`);
  await reads(owner, 'Ready to merge!');

  await setProject({ only_allow_merge_if_all_status_checks_passed: true });
  const check = await ann.rest.post<{ id: number }>(inProject('/external_status_checks'), {
    name: 'Compliance',
    external_url: 'https://checks.invalid',
  });
  const respond = (status: string) =>
    ann.rest.post(`${at}/status_check_responses`, { external_status_check_id: check.id, sha: opened.sha, status });
  await reads(owner, 'Merge blocked: all status checks must pass.');
  // The service cannot be reached.
  await button(owner, 'Status checks 1 failed').waitFor();
  await button(owner, 'Status checks 1 failed').click();
  await button(owner, 'Retry').waitFor();
  await expectClean(owner);
  await respond('passed');
  await reads(owner, 'Status checks all passed', 'Ready to merge!');
  await ann.rest.remove(inProject(`/external_status_checks/${check.id}`));

  await ann.rest.put(inProject('/integrations/jira'), { url: 'https://jira.invalid', project_keys: 'DEL' });
  await setProject({ prevent_merge_without_jira_issue: true });
  await reads(owner, 'Merge blocked: a Jira issue key must be mentioned in the title or description.');
  expect(await button(owner, 'Merge').count()).toBe(0);
  await expectClean(owner);
  await ann.rest.put(at, { title: 'DEL-12 Bring gated' });
  await reads(owner, 'Ready to merge!');
  await setProject({ prevent_merge_without_jira_issue: false });
});

test('pipelines that must succeed: none, failed, waiting, skipped; and one that need not', async () => {
  await setProject({ only_allow_merge_if_pipeline_succeeds: true });
  const opened = await request('tested');
  await open(owner, opened);
  await reads(owner, 'A CI/CD pipeline must run and be successful before merge.');
  await report(opened.sha, 'failed');
  await reads(owner, 'Merge blocked: pipeline must succeed.');
  await link(owner, 'Show pipeline').first().waitFor();
  await expectClean(owner);
  const waiting = { '.gitlab-ci.yml': 'release:\n  script: ["true"]\n  when: manual\n  allow_failure: false\n' };
  await commitFiles(ann, made.id, { branch: 'tested', files: waiting });
  await owner.page.reload();
  await reads(owner, "Merge blocked: pipeline must succeed. It's waiting for a manual job to continue.");
  await commitFiles(ann, made.id, { branch: 'tested', files: { 'skip.md': 'x\n' }, message: 'Write [skip ci]' });
  await owner.page.reload();
  await reads(owner, /pipeline must succeed. It's waiting for a manual job to continue./);
  expect(await button(owner, 'Merge').count()).toBe(0);
  await setProject({ only_allow_merge_if_pipeline_succeeds: false });

  const other = await request('untested');
  await report(other.sha, 'failed');
  await open(owner, other);
  await button(owner, 'Merge').click();
  const question = owner.page.getByRole('dialog', { name: 'Merge unverified changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await expectClean(owner);
  await report(other.sha, 'running');
  await button(owner, 'Select merge moment').click();
  await owner.page.getByRole('menuitem', { name: 'Merge immediately' }).waitFor();
  await owner.page.keyboard.press('Escape');
  await widgetOf(owner).getByRole('checkbox', { name: 'Delete source branch' }).uncheck();
  await widgetOf(owner)
    .getByRole('button', { name: /^Merge when/ })
    .click();
  await reads(owner, 'to be merged automatically when the pipeline succeeds', 'The source branch will not be deleted.');
  await button(owner, 'Delete source branch').click();
  await reads(owner, 'The source branch will be deleted.');
  await expectClean(owner);
  await ann.rest.post(inProject('/push_rule'), { commit_message_regex: '^REF-' });
  await report(other.sha, 'success');
  await reads(owner, 'This merge request failed to be merged automatically', /Commit message does not follow/);
  await button(owner, 'Cancel auto-merge').click();
  await reads(owner, 'Ready to merge!');
  await ann.rest.remove(inProject('/push_rule'));
});

test('it is checked, then merged, and a merge that is refused says why', async () => {
  git.hold('merge-tree');
  const opened = await request('slow');
  await open(owner, opened);
  await reads(owner, 'Checking if merge request can be merged…');
  await widgetOf(owner).getByRole('img', { name: 'Checking' }).first().waitFor();
  expect(await button(owner, 'Merge').count()).toBe(0);
  await expectClean(owner);
  git.release();
  await reads(owner, 'Ready to merge!');

  await ann.rest.post(inProject('/push_rule'), { commit_message_regex: '^REF-' });
  await button(owner, 'Merge').click();
  await reads(owner, /Refreshing in \d+ seconds to show the updated status\.\.\./, /Commit message does not follow/);
  const sentence = () => owner.page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(sentence).toContain('Commit message does not follow');
  await expectClean(owner);
  await button(owner, 'Refresh now').click();
  await reads(owner, /Commit message does not follow the pattern .*\. Try again\./, 'Ready to merge!');
  await expect.poll(sentence).toContain('Ready to merge!');
  await button(owner, 'Merge').click();
  await reads(owner, /Refreshing in \d+ seconds/);
  // It refreshes by itself when the countdown ends.
  await widgetOf(owner)
    .getByText(/Refreshing in/)
    .waitFor({ state: 'detached' });
  await reads(owner, 'Ready to merge!');
  await ann.rest.remove(inProject('/push_rule'));

  await open(developer, opened);
  git.hold('update-ref');
  await button(owner, 'Merge').click();
  for (const window of [owner, developer]) {
    await reads(window, /^Merging!/, 'The changes are being merged into main.');
    await widgetOf(window).getByRole('img', { name: 'Merging' }).first().waitFor();
    await expectClean(window);
  }
  git.release();
  await reads(developer, 'Merged by', /Changes merged into main with/);
  await reads(owner, 'Merged by');
  await button(owner, 'Revert').waitFor();
  await button(owner, 'Cherry-pick').waitFor();
  expect(await button(developer, 'Merge').count()).toBe(0);
  await expectClean(owner);
});

test('from a fork: members may add commits, and a pipeline of the fork is not trusted', async () => {
  // Of a private fork nobody is let in.
  await setProject({ visibility: 'public' });
  const fork = await ben.rest.post<{ id: number; path_with_namespace: string }>(inProject('/fork'));
  await expect
    .poll(async () => (await ben.rest.get<{ import_status: string }>(`/projects/${fork.id}`)).import_status)
    .toBe('finished');
  const sha = await commitFiles(ben, fork.id, { branch: 'forked', start: 'main', files: { 'forked.md': 'x\n' } });
  const opened = await ben.rest.post<MergeRequest>(`/projects/${fork.id}/merge_requests`, {
    source_branch: 'forked',
    target_branch: 'main',
    target_project_id: made.id,
    title: 'Bring forked',
    allow_collaboration: true,
  });
  await open(owner, opened);
  await reads(owner, 'Members who can merge are allowed to add commits.');
  await setProject({ merge_pipelines_enabled: true });
  await ben.rest.post(`/projects/${fork.id}/statuses/${sha}`, { state: 'success', name: 'tests' });
  await owner.page.reload();
  await reads(owner, 'The last pipeline ran in the fork project and may be inaccurate.');
  await expectClean(owner);
});

test('nothing merges in maintenance mode, nor in an archived project', async () => {
  const opened = await request('last');
  await open(owner, opened);
  await reads(owner, 'Ready to merge!');
  await journey.world.root.rest.put('/application/settings', { maintenance_mode: true });
  await owner.page.reload();
  await reads(owner, 'Merge unavailable: merge requests are read-only in maintenance mode.');
  await expectClean(owner);
  await journey.world.root.rest.put('/application/settings', {
    maintenance_mode: false,
    primary_url: 'https://code.example.com',
  });
  await owner.page.reload();
  await reads(owner, 'Merge unavailable: merge requests are read-only in a secondary Geo node.');
  expect(await link(owner, 'Open on primary').getAttribute('href')).toBe(
    `https://code.example.com/${made.path}/-/merge_requests/${opened.iid}`,
  );
  await journey.world.root.rest.put('/application/settings', { primary_url: '' });
  await ann.rest.post(inProject('/archive'));
  await owner.page.reload();
  await reads(owner, 'Merge unavailable: merge requests are read-only on archived projects.');
  expect(await button(owner, 'Merge').count()).toBe(0);
  await expectClean(owner);
});
