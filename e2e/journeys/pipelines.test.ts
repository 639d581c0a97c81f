import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { beginJourney } from '../testing/journey.ts';
import type { Window } from '../testing/sign-in.ts';
import type { MergeRequest, Project, TestUser } from '../testing/world.ts';

const journey = beginJourney({ isShared: true });
let ann: TestUser;
let window: Window;
let made: Project;
let opened: MergeRequest;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  made = await journey.world.project(ann, 'piped');
  opened = await journey.world.mergeRequest(ann, made, 'tested', { 'a.txt': 'a\n' });
  window = await journey.open(ann);
});

let runner: ChildProcess | undefined;

afterAll(async () => {
  if (!runner) return;
  const ended = once(runner, 'exit');
  runner.kill('SIGKILL');
  await ended;
});

/** Our own runner with the shell of this machine, for one project. */
async function startRunner(projectId: number): Promise<ChildProcess> {
  const fields = { runner_type: 'project_type', project_id: projectId };
  const { token } = await ann.rest.post<{ token: string }>('/user/runners', fields);
  const main = path.resolve(import.meta.dirname, '../../packages/runner/src/main.ts');
  const args = [main, '--url', journey.server.url, '--folder', path.join(journey.server.dataDir, 'runner')];
  return spawn(process.execPath, args, { env: { ...process.env, TRIBUTARY_RUNNER_TOKEN: token }, stdio: 'ignore' });
}

async function write(page: Page, text: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'Text of .gitlab-ci.yml' });
  await editor.press('Control+a');
  await page.keyboard.insertText(text);
}

/** A newest commit comes, its pipeline is created, and is that far. A message of the commit before may still be shown. */
async function newestIs(projectId: number, status: string): Promise<void> {
  const newest = async () => {
    const { commit } = await ann.rest.get<{ commit: { id: string } }>(
      `/projects/${projectId}/repository/branches/main`,
    );
    const found = await ann.rest.get<{ status: string }[]>(`/projects/${projectId}/pipelines?sha=${commit.id}`);
    return found[0]?.status;
  };
  await expect.poll(newest).toBe(status);
}

const report = (name: string, state: string) =>
  ann.rest.post(`/projects/${made.id}/statuses/tested`, {
    name,
    state,
    ref: 'tested',
    target_url: 'https://ci.example/1',
  });

test('a merge request follows the pipeline that another system reports, down to its jobs', async () => {
  const { page, problems } = window;
  const { sha } = await ann.rest.get<{ sha: string }>(`/projects/${made.id}/merge_requests/${opened.iid}`);
  expect(sha).toMatch(/^[0-9a-f]{40}$/);
  await page.goto(`/${made.path}/-/merge_requests/${opened.iid}`);
  const merge = page.getByRole('region', { name: 'Merge', exact: true });
  await merge.waitFor();
  await report('build', 'success');
  await report('test', 'running');
  await merge.getByRole('button', { name: 'external: running' }).waitFor();
  await report('test', 'failed');
  await merge.getByRole('button', { name: 'external: failed' }).press('Enter');
  const job = page.getByRole('menuitem', { name: 'test' });
  expect(await job.getAttribute('href')).toBe('https://ci.example/1');
  await page.keyboard.press('Escape');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'Pipelines 1' }).click();
  const table = page.getByRole('table', { name: 'Pipelines' });
  await table.getByRole('link', { name: /^#\d+$/ }).click();
  await page.getByRole('list', { name: 'Jobs by stage' }).getByText('build').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'Failed jobs 1' }).click();
  await page.getByRole('list', { name: 'Failed jobs' }).getByText('Another system reported a failure').waitFor();
  // A list of jobs follows what changes.
  await page.goto(`/${made.path}/-/jobs`);
  const jobs = page.getByRole('table', { name: 'Jobs' });
  await jobs.getByRole('row').nth(2).waitFor();
  await report('deploy', 'running');
  await jobs.getByRole('row').filter({ hasText: 'deploy' }).getByText('Running').waitFor();
  await report('deploy', 'success');
  await jobs.getByRole('row').filter({ hasText: 'deploy' }).getByText('Passed').waitFor();
  await page.goto(`/${made.path}/-/pipelines`);
  await page.getByRole('searchbox').fill('nonsense status:Passed');
  await page.keyboard.press('Enter');
  await page.getByText('Raw text search is not currently supported.').waitFor();
  await page.getByRole('heading', { name: 'No matching pipelines' }).waitFor();
  expect(problems).toEqual([]);
});

test('a configuration is written in the editor, runs, breaks, and is repaired', async () => {
  const { page, problems } = window;
  const project = await journey.world.project(ann, 'edited');
  runner = await startRunner(project.id);
  await page.goto(`/${project.path}/-/pipelines`);
  await page.getByRole('link', { name: 'Create a pipeline configuration' }).click();
  await page.getByRole('button', { name: /^Basic/ }).click();
  await page.getByText('The configuration is valid.').waitFor();
  await write(page, 'stages: [test]\nunit:\n  script: make\n  stag: test\n');
  await page.getByRole('button', { name: 'Line 4, column 3' }).waitFor();
  // What is typed is completed from the keys of the language and the names of the file.
  await write(page, 'stages: [checks]\nunit:\n  stage: ');
  await page.keyboard.press('Control+Space');
  await page.getByRole('option', { name: /^checks/ }).waitFor();
  // Keys that were on their way when the list opened are not for it.
  await page.waitForTimeout(150);
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('\n  script: echo "all is $((40 + 2))$FOR"\n');
  await page.getByText('The configuration is valid.').waitFor();
  await page.getByRole('tab', { name: 'Visualize' }).click();
  await page.getByRole('region', { name: 'Graph of jobs' }).getByText('unit').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Commit changes' }).click();
  await page.getByRole('link', { name: /^#\d+$/ }).click();
  await page.getByRole('region', { name: 'Graph of jobs' }).getByRole('link', { name: 'unit' }).click();
  await page.getByText('all is 42').waitFor();
  // The same once more, with a variable.
  await page.getByRole('button', { name: 'Run again with variables' }).click();
  const dialog = page.getByRole('dialog', { name: 'Variables of unit' });
  await dialog.getByRole('textbox', { name: 'Key' }).fill('FOR');
  await dialog.getByRole('textbox', { name: 'Value' }).fill(' for ann');
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Run again' }).click();
  await page.getByText('all is 42 for ann').waitFor();

  await page.getByRole('link', { name: 'Pipeline editor' }).click();
  await page.getByText('The configuration is valid.').waitFor();
  await write(page, 'unit: { stage: nowhere, script: make }\n');
  await page.getByText('The configuration has 1 error.').waitFor();
  await page.getByRole('button', { name: 'Commit changes' }).click();
  await page.getByText('Committed to main.').waitFor();
  await newestIs(project.id, 'failed');
  await page.goto(`/${project.path}/-/pipelines`);
  await page
    .getByRole('table', { name: 'Pipelines' })
    .getByRole('link', { name: /^#\d+$/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Open the pipeline editor' }).click();
  await page.getByText('The configuration has 1 error.').waitFor();
  // Somebody else repairs it first: nothing is lost.
  const file = `/projects/${project.id}/repository/files/.gitlab-ci.yml`;
  await ann.rest.put(file, { branch: 'main', content: 'other: { script: "true" }\n', commit_message: 'Repair' });
  await write(page, 'unit: { script: "true" }\n');
  await page.getByText('The configuration is valid.').waitFor();
  await page.getByRole('button', { name: 'Commit changes' }).click();
  await page.getByRole('button', { name: 'Keep mine, discard theirs' }).click();
  await page.getByRole('button', { name: 'Commit changes' }).click();
  await page.getByText('Committed to main.').waitFor();
  await newestIs(project.id, 'success');
  expect(problems).toEqual([]);
});

test('waiting jobs start from the list of a commit, pipelines and schedules take variables', async () => {
  const { page, problems } = window;
  const config = 'ship: { script: "true", when: manual }\nlater: { script: "true", when: delayed, start_in: 1 hour }\n';
  const project = await journey.world.project(ann, 'by-hand', { files: { '.gitlab-ci.yml': config } });
  const api = `/projects/${project.id}`;
  await newestIs(project.id, 'scheduled');
  const [first] = await ann.rest.get<{ sha: string }[]>(`${api}/pipelines`);
  await page.goto(`/${project.path}/-/commit/${first?.sha}`);
  await page.getByRole('link', { name: 'Pipelines 1' }).click();
  const table = page.getByRole('table', { name: 'Pipelines' });
  await table.getByRole('link', { name: /^#\d+$/ }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  const menu = table.getByRole('button', { name: 'Run manual or delayed jobs' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'ship' }).click();
  const jobs = () => ann.rest.get<{ id: number; name: string; status: string }[]>(`${api}/jobs`);
  const statusOf = async (name: string) => (await jobs()).find((job) => job.name === name)?.status;
  await expect.poll(() => statusOf('ship')).toBe('pending');
  // A delayed job is started before its time only when that is meant.
  await menu.click();
  await page.getByRole('menuitem', { name: /^later/ }).click();
  const question = page.getByRole('dialog', { name: 'Run later now?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  const later = (await jobs()).find(({ name }) => name === 'later');
  await page.goto(`/${project.path}/-/jobs/${later?.id}`);
  await page.getByText(/It starts by itself in \d\d:\d\d:\d\d, or when a user runs it/).waitFor();
  await page.getByRole('button', { name: 'Unschedule' }).click();
  await page.getByText('This job requires a manual action').waitFor();

  await page.goto(`/${project.path}/-/pipelines/new?var[LEVEL]=high`);
  await page.getByRole('button', { name: 'Add variable' }).click();
  const added = page.getByRole('list', { name: 'Variables' }).getByRole('listitem').nth(1);
  await added.getByRole('textbox', { name: 'Key' }).fill('NOTES');
  await added.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'File' }).click();
  await added.getByRole('textbox', { name: 'Value' }).fill('one\ntwo');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Run pipeline' }).click();
  await page.waitForURL(/\/pipelines\/\d+$/);
  const id = /\d+$/.exec(page.url())?.[0];
  expect(await ann.rest.get<object[]>(`${api}/pipelines/${id}/variables`)).toMatchObject([
    { key: 'LEVEL', value: 'high', variable_type: 'env_var' },
    { key: 'NOTES', value: 'one\ntwo', variable_type: 'file' },
  ]);

  await page.goto(`/${project.path}/-/pipeline_schedules`);
  await page.getByRole('button', { name: 'New schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'New pipeline schedule' });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Nightly');
  await dialog.getByRole('button', { name: 'Add variable' }).click();
  await dialog.getByRole('textbox', { name: 'Key' }).fill('DEPTH');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('full');
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create schedule' }).click();
  await page.getByRole('list', { name: 'Pipeline schedules' }).getByText('1 variable').waitFor();
  await page.getByRole('button', { name: 'Edit Nightly' }).click();
  const edited = page.getByRole('dialog', { name: 'Edit pipeline schedule' });
  expect(await edited.getByRole('textbox', { name: 'Value' }).inputValue()).toBe('full');
  await edited.getByRole('button', { name: 'Cancel' }).click();
  expect(problems).toEqual([]);
});
