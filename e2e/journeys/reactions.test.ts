import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { beginJourney } from '../testing/journey.ts';
import { topAtRest } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import type { TestUser } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

const journey = beginJourney({ isShared: true });
let ann: TestUser;
let ben: TestUser;
let author: Window;
let reviewer: Window;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  ben = await journey.world.person('ben', 'Ben Reviewer');
  const project = await journey.world.project(ann, 'praise', { members: [{ person: ben, level: 40 }] });
  const { iid } = await journey.world.mergeRequest(ann, project, 'good', { 'a.txt': 'a\n' });
  await ann.rest.post(`/projects/${project.id}/merge_requests/${iid}/notes`, { body: 'What do you think?' });
  author = await journey.open(ann);
  reviewer = await journey.open(ben);
  const address = `/${project.path}/-/merge_requests/${iid}`;
  await Promise.all([author.page.goto(address), reviewer.page.goto(address)]);
});

const note = (page: Page) => page.getByRole('article').filter({ hasText: 'What do you think?' });

async function expectClean({ page, problems }: Window): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(problems.splice(0).filter((problem) => !/Failed to load resource|net::ERR/.test(problem))).toEqual([]);
}

test('a reaction from the picker appears at everyone’s, and a press gives the same or takes it back', async () => {
  const { page } = author;
  await note(page).getByRole('button', { name: 'Add reaction' }).click();
  const picker = page.getByRole('dialog', { name: 'Add reaction' });
  await picker.getByRole('heading', { name: 'Frequently used' }).waitFor();
  await picker.getByRole('heading', { name: 'Flags' }).waitFor();
  await expectClean(author);
  await picker.getByRole('textbox', { name: 'Search for an emoji' }).fill('party popper');
  await picker.getByRole('heading', { name: 'Results for party popper' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await picker.waitFor({ state: 'detached' });
  const given = (at: Page) => note(at).getByRole('button', { name: /^tada, / });
  await given(page).waitFor();
  await expect.poll(() => given(page).getAttribute('aria-pressed')).toBe('true');
  await given(reviewer.page).waitFor();
  await given(reviewer.page).click();
  await note(page).getByRole('button', { name: 'tada, 2' }).waitFor();
  await note(page).getByRole('button', { name: 'tada, 2' }).hover();
  await page.getByText('You and Ben Reviewer reacted with :tada:').first().waitFor();
  await given(page).click();
  await note(reviewer.page).getByRole('button', { name: 'tada, 1' }).waitFor();
  await expectClean(reviewer);
  await note(page).getByRole('button', { name: 'Add reaction' }).click();
  const first = picker.locator('section').first().getByRole('button').first();
  await expect.poll(() => first.getAttribute('title')).toBe(':tada:');
  await page.keyboard.press('Escape');
});

test.runIf(IS_FULL)('a category that is chosen begins at the top of the picker, however late it comes', async () => {
  const { page } = author;
  const picker = page.getByRole('dialog', { name: 'Add reaction' });
  const choose = async (category: string) => {
    await picker.getByRole('button', { name: category, exact: true }).click();
    const fromTop = () =>
      picker.getByRole('heading', { name: category }).evaluate((heading) => {
        const list = heading.closest('[aria-label="Emoji"]');
        return Math.abs(heading.getBoundingClientRect().top - (list?.getBoundingClientRect().top ?? Number.NaN));
      });
    await expect.poll(fromTop).toBeLessThan(2);
    // And stays there when what is above it has its height.
    await topAtRest(picker.getByRole('heading', { name: category }));
    expect(await fromTop()).toBeLessThan(2);
  };
  for (const category of ['Symbols', 'Travel & Places', 'Flags']) {
    await note(page).getByRole('button', { name: 'Add reaction' }).click();
    await picker.getByRole('button', { name: category, exact: true }).waitFor();
    await choose(category);
    await choose('Objects');
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'detached' });
  }
  await expectClean(author);
});

test.runIf(IS_FULL)('the merge request itself takes thumbs', async () => {
  const { page } = reviewer;
  await page.getByRole('button', { name: 'Add reaction' }).first().click();
  const picker = page.getByRole('dialog', { name: 'Add reaction' });
  await picker.getByRole('button', { name: 'thumbsup', exact: true }).first().click();
  await page.getByRole('button', { name: 'thumbsup, 1' }).waitFor();
  const seen = author.page.getByRole('button', { name: 'thumbsup, 1' });
  await seen.waitFor();
  await expect.poll(() => seen.getAttribute('aria-pressed')).toBe('false');
});

test.runIf(IS_FULL)(
  'a reaction that fails is taken back and told in its place; without the data the usual ones stay',
  async () => {
    const { page } = author;
    const isRefused = /toggle_award_emoji$/;
    await page.route(isRefused, (route) => route.abort());
    await page.getByRole('button', { name: 'thumbsup, 1' }).click();
    const told = page.getByRole('alert').filter({ hasText: 'Something went wrong on our end.' });
    await told.waitFor();
    await page.getByRole('button', { name: 'thumbsup, 1' }).waitFor();
    await expectClean(author);
    // Done, but the answer is lost: trying again does not take it back.
    await page.unroute(isRefused);
    await page.route(isRefused, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await told.getByRole('button', { name: 'Try again' }).click();
    await reviewer.page.getByRole('button', { name: 'thumbsup, 2' }).waitFor();
    await page.getByRole('button', { name: 'thumbsup, 2' }).waitFor();
    await told.waitFor({ state: 'detached' });
    await page.route(isRefused, (route) => route.abort());
    await page.route(/emojis\.json$/, (route) => route.abort());
    await page.reload();
    await note(page).getByRole('button', { name: 'Add reaction' }).click();
    const picker = page.getByRole('dialog', { name: 'Add reaction' });
    await picker.getByText('We encountered an error while adding the remaining categories').waitFor();
    await picker.getByRole('button', { name: 'rocket', exact: true }).click();
    await page.getByText('Something went wrong while adding your award. Please try again.').waitFor();
    await expect
      .poll(() =>
        note(page)
          .getByRole('button', { name: /^rocket/ })
          .count(),
      )
      .toBe(0);
    await expectClean(author);
  },
);

test.runIf(IS_FULL)('someone is reported, and an administrator closes the report', async () => {
  const { page } = reviewer;
  await note(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Report abuse' }).click();
  const drawer = page.getByRole('dialog', { name: 'Report abuse to administrator' });
  await drawer.getByText('Why are you reporting this user?').waitFor();
  await drawer.getByRole('button', { name: 'Next' }).click();
  await drawer.getByText('Select a reason.').waitFor();
  await drawer.getByRole('radio', { name: "They're posting spam." }).click();
  await expectClean(reviewer);
  await drawer.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Thank you for the report.').waitFor();
  const root = await journey.open(journey.world.root);
  await root.page.goto('/admin/abuse_reports');
  await root.page.getByRole('link', { name: 'View content' }).waitFor();
  await expectClean(root);
  await root.page.getByRole('button', { name: 'Close report' }).click();
  await root.page.getByRole('heading', { name: 'No open reports' }).waitFor();
  await root.page.goto('/admin/abuse_reports?state=closed');
  await root.page.getByRole('link', { name: 'View content' }).waitFor();
  expect(await root.page.getByRole('button', { name: 'Close report' }).count()).toBe(0);
  await expectClean(root);
  await root.context.close();
});
