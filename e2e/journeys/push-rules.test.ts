import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import type { GitClient } from '../../packages/server/src/repositories/testing.ts';
import { expectClean } from '../testing/clean.ts';
import { beginJourney } from '../testing/journey.ts';
import type { Window } from '../testing/sign-in.ts';
import type { Project, TestUser } from '../testing/world.ts';

const run = promisify(execFile);
const journey = beginJourney({ isShared: true });
let ann: TestUser;
let window: Window;
let project: Project;
let client: GitClient;
let key: string;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Lee');
  project = await journey.world.project(ann, 'shop', { files: { 'a.ts': 'export {};\n' } });
  const identity = { name: 'Ann Lee', email: 'ann@example.org' };
  client = await journey.world.clone(project, { username: 'ann', secret: ann.rest.token }, identity);
  key = path.join(client.dir, '..', 'key');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'ann@laptop', '-f', key]);
  window = await journey.open(ann);
});

const open = (address: string) => window.page.goto(`${journey.server.url}${address}`);

test('a maintainer sets push rules, and a push that breaks them says why', async () => {
  const { page } = window;
  await open(`/${project.path}/-/settings/push_rules`);
  await page.getByLabel('Reject unsigned commits').check();
  await page.getByLabel('Required in commit messages').fill('(');
  await page.getByRole('button', { name: 'Save push rules' }).click();
  await page.getByText('is not a valid regular expression').first().waitFor();
  await page.getByLabel('Required in commit messages').fill('SHOP-\\d+');
  await page.getByRole('button', { name: 'Save push rules' }).click();
  await expect
    .poll(async () => (await ann.rest.get<object>(`/projects/${project.id}/push_rule`)) as unknown)
    .toMatchObject({ commit_message_regex: 'SHOP-\\d+', reject_unsigned_commits: true });
  await page.reload();
  expect(await page.getByLabel('Required in commit messages').inputValue()).toBe('SHOP-\\d+');
  expect(await page.getByLabel('Reject unsigned commits').isChecked()).toBe(true);
  await expectClean(window);
  await client.must('checkout', '--quiet', '-b', 'topic');
  await client.commit({ 'b.ts': 'export {};\n' }, 'Add b');
  const refused = await client.git('push', 'origin', 'topic');
  expect([refused.ok, refused.output]).toEqual([false, expect.stringContaining('Commit message does not follow')]);
});

test('a user adds the key that signs commits, and they are shown as verified', async () => {
  const { page } = window;
  await open('/-/profile/keys');
  const form = page.getByRole('form', { name: 'Add an SSH key' });
  await form.getByLabel('SSH key').fill(await readFile(`${key}.pub`, 'utf8'));
  await form.getByLabel('Title').fill('Laptop');
  await form.getByRole('button', { name: 'Add SSH key' }).click();
  await page.getByRole('list', { name: 'SSH keys' }).getByText('Laptop').waitFor();
  await expectClean(window);

  const signed = ['-c', 'gpg.format=ssh', '-c', `user.signingkey=${key}`];
  await client.must(...signed, 'commit', '--amend', '--quiet', '-S', '-m', 'SHOP-1 Add b');
  await client.must('push', 'origin', 'topic');
  await open(`/${project.path}/-/commits/topic`);
  await page.getByRole('button', { name: 'Verified' }).first().click();
  const details = page.getByRole('dialog', { name: 'Verified commit' });
  expect(await details.getByRole('link', { name: 'Ann Lee' }).getAttribute('href')).toBe('/ann');
  await expectClean(window);
});
