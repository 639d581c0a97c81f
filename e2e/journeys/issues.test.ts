import { beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { isTooWide } from '../testing/clean.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard, pressKey } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import type { TestUser, Project } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const journey = beginJourney({ isShared: true });
let ann: TestUser;
let ben: TestUser;
let project: Project;
let window: Window;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  ben = await journey.world.person('ben', 'Ben Reporter');
  project = await journey.world.project(ann, 'kit', { members: [{ person: ben, level: 30 }] });
  window = await journey.open(ann);
});

test('an issue from its form to its end: described, changed, compared, commanded', async () => {
  const { page, problems } = window;
  await page.goto(`/${project.path}/-/issues`);
  await page.getByRole('link', { name: 'New issue' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill('The door squeaks');
  await page.getByRole('textbox', { name: 'Description' }).fill('It squeaks loudly.');
  // Who may read it is kept as the text is.
  const confidential = page.getByRole('checkbox', { name: 'This issue is confidential' });
  await confidential.check();
  await page.reload();
  await expect.poll(() => page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('It squeaks loudly.');
  expect(await confidential.isChecked()).toBe(true);
  await confidential.uncheck();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create issue' }).click();
  await page.getByRole('heading', { level: 1, name: 'The door squeaks' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);

  await pressKey(page, 'e');
  await page.getByRole('textbox', { name: 'Description' }).fill('It squeaks softly.');
  // What was begun opens again by itself.
  await page.reload();
  await expect.poll(() => page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('It squeaks softly.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('textbox', { name: 'Title' }).waitFor({ state: 'detached' });
  await page.getByText('It squeaks softly.').first().waitFor();
  await page.getByRole('heading', { level: 1 }).hover();
  await page.getByRole('button', { name: 'Edit title' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('The gate squeaks');
  await page.reload();
  await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('The gate squeaks');
  await page.getByRole('textbox', { name: 'Title' }).press('Escape');
  await page.getByRole('button', { name: 'Cancel editing' }).click();
  await page.getByRole('heading', { level: 1, name: 'The door squeaks' }).waitFor();
  await page.getByRole('button', { name: 'Compare with previous version' }).click();
  await page.locator('ins', { hasText: 'softly' }).waitFor();
  expect(await page.locator('del').innerText()).toBe('loudly');
  await page.getByRole('button', { name: 'Restore previous description' }).click();
  await page.getByRole('button', { name: 'Restore description' }).click();
  await page.getByText('It squeaks loudly.').first().waitFor();

  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.focus();
  await page.keyboard.type('/clos');
  await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name: '/close' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => comment.inputValue()).toBe('/close ');
  await page.getByRole('button', { name: 'Add reaction' }).first().waitFor();
  await comment.fill('Oiled it.\n\n/spend 1h\n/close');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByText('Oiled it.').waitFor();
  await page.getByText('Closed', { exact: true }).first().waitFor();
  await page.getByText('Spent: 1h').waitFor();
  // The palette offers first what can be done with the open issue.
  await pressKey(page, 'Control+k');
  await hasKeyboard(page.getByRole('combobox', { name: 'Search or jump to' }));
  await page.keyboard.type('reopen');
  await page.getByRole('option', { name: 'Reopen issue' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Open', { exact: true }).first().waitFor();
  await page.mouse.move(0, 0);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
  expect(await findBarriers(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test.runIf(IS_FULL)('whoever closes an issue that others should come before is told of them first', async () => {
  const { page, problems } = window;
  const other = await journey.world.project(ann, 'frame');
  const made = (of: Project, title: string) => ann.rest.post<{ iid: number }>(`/projects/${of.id}/issues`, { title });
  const [blocked, near, far] = [
    await made(project, 'Hang it'),
    await made(project, 'Plane it'),
    await made(other, 'Saw'),
  ];
  for (const [of, { iid }] of [
    [project, near],
    [other, far],
  ] as const) {
    await ann.rest.post(`/projects/${project.id}/issues/${blocked.iid}/links`, {
      target_project_id: of.id,
      target_issue_iid: iid,
      link_type: 'is_blocked_by',
    });
  }
  await page.goto(`/${project.path}/-/issues/${blocked.iid}`);
  const question = page.getByRole('dialog', { name: 'This issue is blocked by 2 open issues' });
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.fill('Hung.');
  await page.getByRole('button', { name: 'Comment & close issue' }).click();
  const links = question.getByRole('link');
  await links.first().waitFor();
  expect((await links.allInnerTexts()).toSorted()).toEqual([`#${near.iid}`, `${other.path}#${far.iid}`].toSorted());
  expect(await findBarriers(page)).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await comment.inputValue()).toBe('Hung.');
  expect(await page.getByRole('article').count()).toBe(0);

  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Close issue' }).click();
  await question.waitFor();
  await pressKey(page, 'Escape');
  await question.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Comment & close issue' }).click();
  await page.getByRole('button', { name: 'Close anyway' }).click();
  await page.getByRole('article').getByText('Hung.').waitFor();
  await page.getByText('Closed', { exact: true }).first().waitFor();
  expect(problems).toEqual([]);
});

test.runIf(IS_FULL)('two users answer, change and close one issue at once, and neither loses a word', async () => {
  const api = `/projects/${project.id}/issues`;
  const { iid } = await ann.rest.post<{ iid: number }>(api, { title: 'Two hands', description: 'One text.' });
  await ann.rest.post(`${api}/${iid}/discussions`, { body: 'Who knows?' });
  const windows = [window, await journey.open(ben)] as const;
  for (const { page } of windows) {
    await page.goto(`/${project.path}/-/issues/${iid}`);
    await page.getByRole('button', { name: 'Reply…' }).click();
  }
  const answers = ['I do.', 'So do I.'] as const;
  const each = (act: (page: Window['page'], answer: string) => Promise<void>) =>
    Promise.all(windows.map(({ page }, at) => act(page, answers[at] ?? '')));
  await each((page, answer) => page.getByRole('textbox', { name: 'Reply' }).fill(answer));
  await each((page) => page.getByRole('button', { name: 'Reply', exact: true }).click());
  const said = (page: Window['page']) =>
    page.getByRole('group', { name: 'Thread' }).getByRole('article').allInnerTexts();
  const inOrder = async (page: Window['page']) => {
    const texts = await said(page);
    return texts.map((text) => ['Who knows?', ...answers].find((words) => text.includes(words)));
  };
  await each((page) =>
    expect.poll(async () => new Set(await inOrder(page))).toEqual(new Set(['Who knows?', ...answers])),
  );
  expect(await inOrder(windows[0].page)).toHaveLength(3);
  expect(await inOrder(windows[0].page)).toEqual(await inOrder(windows[1].page));

  const [{ page: mine }, { page: theirs }] = windows;
  await each((page) => pressKey(page, 'e'));
  const description = (page: Window['page']) => page.getByRole('textbox', { name: 'Description' });
  await description(mine).fill('One text, mine.');
  await description(theirs).fill('One text, theirs.');
  await theirs.getByRole('button', { name: 'Save changes' }).click();
  // The field holds the same words before they are saved.
  await description(theirs).waitFor({ state: 'detached' });
  await mine.getByRole('button', { name: 'Save changes' }).click();
  await mine.getByText('This issue changed after you started editing it.').waitFor();
  expect(await description(mine).inputValue()).toBe('One text, mine.');
  await mine.getByRole('button', { name: 'Keep my text' }).click();
  await mine.getByRole('button', { name: 'Save changes' }).click();
  await theirs.getByText('One text, mine.').first().waitFor();

  await theirs.getByRole('textbox', { name: 'Comment' }).fill('Not yet.');
  await mine.getByRole('textbox', { name: 'Comment' }).fill('Marked as done.');
  await mine.getByRole('button', { name: 'Comment & close issue' }).click();
  await theirs.getByRole('button', { name: 'Comment & reopen issue' }).waitFor();
  expect(await theirs.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('Not yet.');
  await theirs.getByRole('button', { name: 'Comment & reopen issue' }).click();
  await each(async (page) => {
    await page.getByRole('article').filter({ hasText: 'Not yet.' }).waitFor();
    await page.getByRole('button', { name: 'Close issue' }).waitFor();
  });
  expect(windows.flatMap(({ problems }) => problems)).toEqual([]);
});

test.runIf(IS_FULL)('a comment of which only commands are left is done and gone, and says so', async () => {
  const { iid } = await ann.rest.post<{ iid: number }>(`/projects/${project.id}/issues`, { title: 'Half said' });
  await ann.rest.post(`/projects/${project.id}/issues/${iid}/notes`, { body: 'Improvements to the documentation' });
  const { page, problems } = window;
  await page.goto(`/${project.path}/-/issues/${iid}`);
  const note = page.getByRole('article').filter({ hasText: 'Improvements to the documentation' });
  await note.getByRole('button', { name: 'Edit comment' }).click();
  await page.getByRole('textbox', { name: 'Edit comment' }).fill('/close');
  await page.getByRole('button', { name: 'Save comment' }).click();
  await page.getByText('The comment had no other content and was removed.').waitFor();
  await expect.poll(() => note.count()).toBe(0);
  await page.getByText('Closed', { exact: true }).first().waitFor();
  expect(problems.filter((problem) => !problem.includes('410'))).toEqual([]);
});

test.runIf(IS_FULL)(
  'a single comment is answered where it stands and quoted by key, from the timeline too',
  async () => {
    const { iid } = await ann.rest.post<{ iid: number }>(`/projects/${project.id}/issues`, { title: 'Asked once' });
    for (const body of ['Who is it for?', 'And when?']) {
      await ben.rest.post(`/projects/${project.id}/issues/${iid}/notes`, { body });
    }
    const { page, problems } = window;
    await page.goto(`/${project.path}/-/issues/${iid}`);
    const said = (text: string) => page.getByRole('article').filter({ hasText: text });
    await said('Who is it for?').focus();
    await pressKey(page, 'r');
    const comment = page.getByRole('textbox', { name: 'Comment' });
    await expect.poll(() => comment.inputValue()).toBe('> Who is it for?\n\n');
    await comment.fill('');
    await page.getByRole('button', { name: 'Turn timeline view on' }).click();
    await comment.waitFor({ state: 'detached' });
    await said('And when?').getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Quote reply' }).click();
    await expect.poll(() => comment.inputValue()).toBe('> And when?\n\n');
    await hasKeyboard(comment);
    await comment.fill('');
    await page.getByRole('button', { name: 'Turn timeline view on' }).click();
    await said('Who is it for?').getByRole('button', { name: 'Reply to comment' }).click();
    await hasKeyboard(page.getByRole('textbox', { name: 'Reply' }));
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Reply' }).fill('For everybody.');
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    const thread = page.getByRole('group', { name: 'Thread' });
    await thread.getByRole('article').filter({ hasText: 'For everybody.' }).waitFor();
    await hasKeyboard(said('For everybody.'));
    await expect.poll(() => thread.getByRole('article').count()).toBe(2);
    expect(problems).toEqual([]);
  },
);

test.runIf(IS_FULL)('who hears of a comment outside is named before it is sent', async () => {
  const { iid } = await ann.rest.post<{ iid: number }>(`/projects/${project.id}/issues`, { title: 'Asked by mail' });
  const { page, problems } = window;
  await page.goto(`/${project.path}/-/issues/${iid}`);
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.fill('/add_email ida@out.example joe@out.example kay@out.example lee@out.example');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const told = page.getByText('will be notified of your comment.');
  await expect
    .poll(() => told.innerText())
    .toBe('ida@out.example, joe@out.example, kay@out.example and 1 more will be notified of your comment.');
  await page.getByText(/added ida@out\.example, .* as external participants/).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('checkbox', { name: 'Make this an internal note' }).check();
  await expect.poll(() => told.count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Make this an internal note' }).uncheck();
  await page.getByRole('button', { name: '1 more' }).click();
  await expect.poll(() => told.innerText()).toContain('kay@out.example and lee@out.example will be');
  expect(problems).toEqual([]);
});

test('an issue moves to another project with what was said, and leads there', async () => {
  const other = await journey.world.project(ann, 'workshop');
  const { iid } = await ann.rest.post<{ iid: number }>(`/projects/${project.id}/issues`, {
    title: 'In the wrong place',
    description: 'Like #1.',
  });
  await ann.rest.post(`/projects/${project.id}/issues/${iid}/notes`, { body: 'Belongs to the workshop.' });
  const { page, problems } = window;
  await page.goto(`/${project.path}/-/issues/${iid}`);
  const picture = { name: 'door.png', mimeType: 'image/png', buffer: PIXEL };
  await page.locator('input[type=file][multiple]').last().setInputFiles(picture);
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await expect.poll(() => comment.inputValue()).toMatch(/^!\[door\]\(\/uploads\//);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByRole('button', { name: 'Post comment' }).click();
  const shown = page.getByRole('article').getByRole('img', { name: 'door' });
  const before = await shown.getAttribute('src');
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Move issue' }).click();
  const dialog = page.getByRole('dialog', { name: `Move issue #${iid}` });
  await expect.poll(() => dialog.getByRole('button', { name: 'Move issue' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Project' }).click();
  await page.getByRole('combobox').or(page.getByRole('searchbox')).last().fill('workshop');
  await page.getByRole('option', { name: other.path }).click();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Move issue' }).click();
  await page.waitForURL(new RegExp(`/${other.path}/-/issues/1$`));
  await page.getByRole('article').filter({ hasText: 'Belongs to the workshop.' }).waitFor();
  await page.getByRole('link', { name: `${project.path}#1`, exact: true }).waitFor();
  await shown.waitFor();
  expect(await shown.getAttribute('src')).not.toBe(before);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await page.getByRole('link', { name: `${project.path}#${iid}` }).click();
  await page
    .getByRole('note')
    .getByRole('link', { name: `${other.path}#1` })
    .waitFor();
  await page.getByText('Closed', { exact: true }).first().waitFor();
  expect(problems).toEqual([]);
});

test.runIf(IS_FULL)('an issue is put in order by hand with the pointer and with keys, and stays there', async () => {
  const { page, problems } = window;
  for (const title of ['Sand it', 'Paint it'])
    await ann.rest.post(`/projects/${project.id}/issues`, { title, labels: 'in-order' });
  const handle = (title: string) => page.getByRole('button', { name: `Move ${title}` });
  const titles = () => page.getByRole('list', { name: 'Issues' }).locator('[data-row-title]').allTextContents();
  await page.goto(`/${project.path}/-/issues?sort=relative_position&label_name[]=in-order`);
  await expect.poll(titles).toEqual(['Sand it', 'Paint it']);
  expect(await findBarriers(page)).toEqual([]);
  const saved = () => page.waitForResponse((answer) => answer.url().endsWith('/reorder') && answer.ok());
  const dropped = saved();
  await handle('Paint it').dragTo(page.getByRole('link', { name: 'Sand it' }));
  await dropped;
  expect(await titles()).toEqual(['Paint it', 'Sand it']);
  await page.reload();
  await expect.poll(titles).toEqual(['Paint it', 'Sand it']);
  const moved = saved();
  await handle('Paint it').press('ArrowDown');
  await moved;
  await hasKeyboard(handle('Paint it'));
  await page.reload();
  await expect.poll(titles).toEqual(['Sand it', 'Paint it']);
  expect(problems).toEqual([]);
});

test.runIf(IS_FULL)('on a narrow screen the page fits', async () => {
  const narrow = await journey.open(ann, { width: 390 });
  for (const path of ['issues?state=all', 'issues?sort=relative_position', 'issues/1', 'issues/new']) {
    await narrow.page.goto(`/${project.path}/-/${path}`);
    await narrow.page.getByRole('heading', { level: 1 }).waitFor();
    expect([path, await isTooWide(narrow.page)]).toEqual([path, false]);
  }
  expect(narrow.problems).toEqual([]);
});

test.runIf(IS_FULL)(
  'what is told of an entry follows the last word of its title, and "Assign to me" the dash before it',
  async () => {
    const title =
      'The gate of the yard squeaks whenever the wind comes from the sea and nobody has oiled it since the last spring';
    await ann.rest.post(`/projects/${project.id}/milestones`, { title });
    const { iid } = await ann.rest.post<{ iid: number }>(`/projects/${project.id}/issues`, { title });
    const { page, context } = await journey.open(ann, { width: 390 });
    await page.goto(`/${project.path}/-/milestones`);
    const row = page.getByRole('listitem').filter({ hasText: title });
    await row.getByText('Open', { exact: true }).waitFor();
    const { last, badge } = await row.evaluate((drawn) => {
      const words = drawn.querySelector('[data-row-title] bdi');
      const state = words?.closest('[data-row-title]')?.nextElementSibling;
      const box = (rect: DOMRect | undefined) => ({ top: rect?.top ?? 0, bottom: rect?.bottom ?? 0 });
      return { last: box([...(words?.getClientRects() ?? [])].at(-1)), badge: box(state?.getBoundingClientRect()) };
    });
    expect(badge.top).toBeLessThan(last.bottom);
    expect(badge.bottom).toBeGreaterThan(last.top);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/${project.path}/-/issues/${iid}`);
    const button = page.getByRole('button', { name: 'Assign to me' });
    await button.waitFor();
    const gap = await button.evaluate((pressed) => {
      const range = document.createRange();
      range.selectNodeContents(pressed);
      const word = range.getBoundingClientRect().left;
      const before = pressed.previousSibling;
      if (!before) return Number.NaN;
      range.selectNodeContents(before);
      return word - range.getBoundingClientRect().right;
    });
    // As wide as a space, whatever ground the button has.
    expect(gap).toBeLessThan(5);
    await context.close();
  },
);
