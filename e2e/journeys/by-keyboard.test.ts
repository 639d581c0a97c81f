import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectClean } from '../testing/clean.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard, pressKey } from '../testing/settled.ts';
import type { Window } from '../testing/sign-in.ts';
import type { Person, Project } from '../testing/world.ts';

const journey = beginJourney();
let ann: Person;
let ben: Person;
let made: Project;
let address = '';
let reviewer: Window;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  ben = await journey.world.person('ben', 'Ben Reviewer');
  made = await journey.world.project(ann, 'keys', { members: [{ person: ben, level: 40 }] });
  const { iid } = await journey.world.mergeRequest(ann, made, 'by-keys', { 'a.txt': 'one\ntwo\nthree\n' });
  address = `/${made.path}/-/merge_requests/${iid}`;
  reviewer = await journey.open(ben);
});

const isFocused = (place: Locator) => place.evaluate((element) => element === document.activeElement);

/** By the Tab key alone; as many steps as nobody should need are too many. */
async function tabTo(page: Page, place: Locator, most = 40): Promise<void> {
  await place.waitFor();
  for (let step = 0; step < most && !(await isFocused(place)); step++) await page.keyboard.press('Tab');
  await hasKeyboard(place);
}

const button = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true });

test('a line is spoken of, a review is published with a verdict, and its request is merged', async () => {
  const { page } = reviewer;
  await page.goto(`${address}/diffs`);
  await page.getByRole('group', { name: 'Changes of a.txt' }).focus();
  await pressKey(page, 'ArrowDown');
  await pressKey(page, 'Enter');
  await hasKeyboard(page.getByRole('textbox', { name: /^Comment on line/ }));
  await page.keyboard.type('Why three lines?');
  await tabTo(page, button(page, 'Start a review'));
  await pressKey(page, 'Enter');
  await page.getByRole('article', { name: 'Pending comment' }).waitFor();
  await page.getByRole('region', { name: 'Review', exact: true }).waitFor();

  await pressKey(page, 'Shift+R');
  const dialog = page.getByRole('dialog', { name: 'Submit review' });
  await hasKeyboard(dialog.getByRole('textbox', { name: 'Summary' }));
  await page.keyboard.type('Fine otherwise.');
  await tabTo(page, dialog.getByRole('radio', { name: 'Comment' }));
  // A key that is let go at once, as readers of screens press it.
  for (const [key, chosen] of [
    ['ArrowDown', 'Approve'],
    ['ArrowDown', 'Request changes'],
    ['ArrowUp', 'Approve'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => dialog.getByRole('radio', { name: chosen }).isChecked()).toBe(true);
    await hasKeyboard(dialog.getByRole('radio', { name: chosen }));
  }
  await expectClean(reviewer);
  await page.keyboard.press('Enter');
  await tabTo(page, button(dialog, 'Submit review'));
  await pressKey(page, 'Enter');
  await page.getByRole('region', { name: 'Published review' }).getByText('Published 1 comment.').waitFor();
  await hasKeyboard(page.getByRole('heading', { level: 1 }));

  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).focus();
  await tabTo(page, button(page, 'Merge'));
  await pressKey(page, 'Enter');
  await page.getByText(/^Merged by/).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await expectClean(reviewer);
});

test('an emoji is found by typing as soon as the picker is open, and the first one is taken', async () => {
  const { page } = reviewer;
  await page.goto(address);
  const article = page.getByRole('article').filter({ hasText: 'Why three lines?' });
  await article.getByRole('button', { name: 'Add reaction' }).focus();
  await pressKey(page, 'Enter');
  await hasKeyboard(page.getByRole('textbox', { name: 'Search for an emoji' }));
  await page.getByRole('dialog', { name: 'Add reaction' }).getByRole('heading', { name: 'Flags' }).waitFor();
  await page.keyboard.type('party popper');
  await page.keyboard.press('Enter');
  await article.getByRole('button', { name: 'tada, 1' }).waitFor();
  await hasKeyboard(article.getByRole('button', { name: 'Add reaction' }));
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expectClean(reviewer);
});
