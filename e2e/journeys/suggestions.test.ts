import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectClean } from '../testing/clean.ts';
import { beginJourney } from '../testing/journey.ts';
import type { Window } from '../testing/sign-in.ts';
import { commitFiles, type MergeRequest, type TestUser, type Project } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

const journey = beginJourney({ isShared: true });
let ann: TestUser;
let ben: TestUser;
let made: Project;
let author: Window;
let reviewer: Window;

const FILE = 'src/steps.ts';
const LINES = Array.from({ length: 8 }, (_, at) => `export const step${at + 1} = ${at + 1};`);
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  ben = await journey.world.person('ben', 'Ben Reviewer');
  made = await journey.world.project(ann, 'suggestions', { members: [{ person: ben, level: 30 }] });
  author = await journey.open(ann);
  reviewer = await journey.open(ben);
});

const propose = (branch: string) => journey.world.mergeRequest(ann, made, branch, { [FILE]: text(LINES) });
const pageOf = ({ iid }: MergeRequest) => `/${made.path}/-/merge_requests/${iid}`;
const changesOf = (page: Page) => page.getByRole('group', { name: `Changes in ${FILE}`, exact: true });
const suggested = (page: Page, line: number) =>
  page.getByRole('group', { name: `Suggested change to line ${line}`, exact: true });

async function suggestByApi({ iid, diff_refs: refs }: MergeRequest, line: number, content: string): Promise<void> {
  await ben.rest.post(`/projects/${made.id}/merge_requests/${iid}/discussions`, {
    body: `\`\`\`suggestion:-0+0\n${content}\n\`\`\``,
    position: { ...refs, position_type: 'text', old_path: FILE, new_path: FILE, new_line: line },
  });
}

async function contentOf(branch: string): Promise<string> {
  const path = encodeURIComponent(FILE);
  const file = await ann.rest.get<{ content: string }>(`/projects/${made.id}/repository/files/${path}?ref=${branch}`);
  return Buffer.from(file.content, 'base64').toString();
}

test('lines are suggested from the toolbar, previewed in the thread, and applied by the author', async () => {
  const opened = await propose('single');
  const { page } = reviewer;
  await page.goto(`${pageOf(opened)}/diffs`);
  await changesOf(page).locator('tr.dk-added').nth(2).hover();
  await changesOf(page)
    .getByRole('button', { name: /^Add a comment to/ })
    .click();
  const field = page.getByRole('textbox', { name: 'Comment on line 3' });
  await field.waitFor();
  await page.getByRole('button', { name: 'Insert suggestion' }).click();
  await expect.poll(() => field.inputValue()).toBe('```suggestion:-0+0\nexport const step3 = 3;\n```\n');
  await page.waitForFunction(() => (document.activeElement as HTMLTextAreaElement | null)?.selectionEnd === 42);
  await page.keyboard.type('export const step3 = 33;');
  await page.getByRole('tab', { name: 'Preview' }).click();
  await page.getByRole('group', { name: 'Changes in the suggestion' }).getByText('step3 = 33;').waitFor();
  await expectClean(reviewer);
  await page.getByRole('button', { name: 'Add comment now' }).click();
  await suggested(page, 3).getByText('export const step3 = 33;').waitFor();
  await expectClean(reviewer);

  await author.page.goto(pageOf(opened));
  await suggested(author.page, 3).getByRole('button', { name: 'Apply suggestion' }).click();
  await author.page.getByRole('textbox', { name: 'Commit message' }).fill('Make it longer');
  await expectClean(author);
  await author.page.getByRole('button', { name: 'Apply', exact: true }).click();
  await suggested(author.page, 3).getByText('Applied').waitFor();
  await author.page.getByText('Resolved by Ann Author').waitFor();
  await author.page.waitForFunction(() => document.activeElement?.id.startsWith('note_'));
  expect(await contentOf('single')).toBe(text(LINES.with(2, 'export const step3 = 33;')));
  const [commit] = await ann.rest.get<{ message: string; author_name: string }[]>(
    `/projects/${made.id}/repository/commits?ref_name=single`,
  );
  expect(commit).toMatchObject({ author_name: 'Ann Author' });
  expect(commit?.message).toMatch(/^Make it longer\n\nCo-authored-by: Ben Reviewer <.+>/);
  await expectClean(author);
});

test.runIf(IS_FULL)('answers and changes of comments on a line suggest it too', async () => {
  const opened = await propose('answered');
  const position = { ...opened.diff_refs, position_type: 'text', old_path: FILE, new_path: FILE, new_line: 4 };
  await ben.rest.post(`/projects/${made.id}/merge_requests/${opened.iid}/discussions`, { body: 'Why four?', position });
  const { page } = reviewer;
  await page.goto(pageOf(opened));
  await page.getByRole('button', { name: 'Reply…' }).click();
  const reply = page.getByRole('textbox', { name: 'Reply' });
  const thread = page.getByRole('group', { name: 'Thread', exact: true });
  await thread.getByRole('button', { name: 'Insert suggestion' }).click();
  const block = (line: string) => `\`\`\`suggestion:-0+0\n${line}\n\`\`\`\n`;
  await expect.poll(() => reply.inputValue()).toBe(block('export const step4 = 4;'));
  await reply.fill(block('export const step4 = 44;'));
  await thread.getByRole('tab', { name: 'Preview' }).click();
  await thread.getByRole('group', { name: 'Changes in the suggestion' }).getByText('step4 = 44;').waitFor();
  await expectClean(reviewer);
  await thread.getByRole('button', { name: 'Reply', exact: true }).click();
  await suggested(page, 4).getByText('export const step4 = 44;').waitFor();
  await thread.getByRole('button', { name: 'Edit comment' }).first().click();
  await thread.getByRole('button', { name: 'Insert suggestion' }).waitFor();
  await expectClean(reviewer);
});

test.runIf(IS_FULL)('several are put together and applied in one commit', async () => {
  const opened = await propose('batch');
  for (const line of [1, 2, 5]) await suggestByApi(opened, line, `export const better${line} = ${line};`);
  const { page } = author;
  await page.bringToFront();
  await page.goto(pageOf(opened));
  for (const line of [1, 2, 5]) {
    await suggested(page, line).getByRole('button', { name: 'Add suggestion to batch' }).click();
  }
  await suggested(page, 5).getByRole('button', { name: 'Apply 3 suggestions' }).waitFor();
  await page.reload();
  await suggested(page, 5).getByRole('button', { name: 'Remove from batch' }).click();
  await suggested(page, 2).getByRole('button', { name: 'Apply 2 suggestions' }).click();
  await expectClean(author);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await suggested(page, 2).getByText('Applied').waitFor();
  await suggested(page, 1).getByText('Applied').waitFor();
  expect(await contentOf('batch')).toBe(
    text(LINES.with(0, 'export const better1 = 1;').with(1, 'export const better2 = 2;')),
  );
  // The mark is told before the merge request has the new head.
  const commits = () => ann.rest.get<unknown[]>(`/projects/${made.id}/merge_requests/${opened.iid}/commits`);
  await expect.poll(commits).toHaveLength(2);
  await suggested(page, 5).getByRole('button', { name: 'Apply suggestion' }).waitFor();
});

test.runIf(IS_FULL)(
  'the message of a commit stays with its writer when a push makes the suggestion stale',
  async () => {
    const opened = await propose('overtaken');
    await suggestByApi(opened, 4, 'export const four = 4;');
    const { page } = author;
    await page.goto(pageOf(opened));
    const offer = suggested(page, 4).getByRole('button', { name: 'Apply suggestion' });
    await offer.click();
    const message = page.getByRole('textbox', { name: 'Commit message' });
    await message.fill('Four is what it is');
    await page.reload();
    await offer.click();
    await expect.poll(() => message.inputValue()).toBe('Four is what it is');
    const files = { [FILE]: text(LINES.with(3, 'export const other = 4;')) };
    await commitFiles(ann, made.id, { branch: 'overtaken', update: true, files });
    const why = 'were changed in a more recent version';
    await page.getByText(why).waitFor();
    expect(await message.inputValue()).toBe('Four is what it is');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByRole('alert').getByText(why).waitFor();
    expect(await message.inputValue()).toBe('Four is what it is');
    await page.keyboard.press('Escape');
    await offer.waitFor({ state: 'detached' });
    await expectClean(author);
  },
);

test.runIf(IS_FULL)('what does not fit any more is explained, before and after trying', async () => {
  const opened = await propose('stale');
  await suggestByApi(opened, 4, 'export const four = 4;');
  const { page } = author;
  // The page will not hear of the push, as on a train in a tunnel: from its begin, for a stream that is open stays so.
  await page.route('**/-/realtime**', (route) => route.abort());
  await page.route('**/notes', (route) => route.abort());
  await page.goto(pageOf(opened));
  await suggested(page, 4).getByRole('button', { name: 'Apply suggestion' }).click();
  await commitFiles(ann, made.id, {
    branch: 'stale',
    update: true,
    files: { [FILE]: text(LINES.with(3, 'export const other = 4;')) },
  });
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  const why = 'were changed in a more recent version';
  await page.getByRole('alert').getByText(why).waitFor();
  await page.unroute('**/-/realtime**');
  await page.unroute('**/notes');
  author.problems.length = 0;
  await expect
    .poll(
      async () => {
        await page.reload();
        await suggested(page, 4).waitFor();
        return suggested(page, 4).getByText(why).count();
      },
      { interval: 500 },
    )
    .toBe(1);
  await expect.poll(() => suggested(page, 4).getByRole('button').count()).toBe(0);
  await expectClean(author);
  expect(await contentOf('stale')).toContain('export const other = 4;');
});
