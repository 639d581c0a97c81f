import { beforeAll, expect, test } from 'vitest';
import { expectClean } from '../testing/clean.ts';
import { beginJourney } from '../testing/journey.ts';
import type { Body } from '../testing/rest.ts';
import type { Window } from '../testing/sign-in.ts';
import { commitFiles, type MergeRequest, type Project, type TestUser } from '../testing/world.ts';

/** Panels of the merge widget that the other journeys do not come by, in one project. */

const journey = beginJourney();
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

const inProject = (path: string) => `/projects/${made.id}${path}`;
const setProject = (settings: Body) => ann.rest.put(`/projects/${made.id}`, settings);
const request = (branch: string, by = ann) =>
  journey.world.mergeRequest(by, made, branch, { [`${branch}.md`]: 'new\n' });
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
  const job = 'licenses:\n  script: ["true"]\n  artifacts:\n    reports:\n      license_scanning: report.json\n';
  const opened = await journey.world.mergeRequest(ann, made, 'licensed', { '.gitlab-ci.yml': job });
  await ann.rest.post(inProject('/managed_licenses'), { name: 'GPL-3.0', approval_status: 'denied' });
  const runner = await ann.rest.post<{ token: string }>('/user/runners', {
    runner_type: 'project_type',
    project_id: made.id,
  });
  const api = `${journey.server.url}/api/v4`;
  const taken = await fetch(`${api}/jobs/request`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: runner.token, info: { name: 'test', executor: 'shell' } }),
  });
  const { id, token } = (await taken.json()) as { id: number; token: string };
  const form = new FormData();
  const report = { licenses: [{ id: 'gpl', name: 'GPL-3.0' }], dependencies: [] };
  form.append('file', new Blob([JSON.stringify(report)]), 'report.json');
  const query = new URLSearchParams({ artifact_type: 'license_scanning', artifact_format: 'raw' }).toString();
  const sent = await fetch(`${api}/jobs/${id}/artifacts?${query}`, {
    method: 'POST',
    headers: { 'job-token': token },
    body: form,
  });
  expect(sent.status).toBe(201);
  await fetch(`${api}/jobs/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, state: 'success' }),
  });
  await open(owner, opened);
  await reads(owner, 'Merge blocked: denied licenses must be removed.', 'Denied: GPL-3.0.', /and policy violations/);
  await expectClean(owner);
});
