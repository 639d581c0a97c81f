import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { isScriptOf } from '../testing/built-scripts.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard, pressKey } from '../testing/idle.ts';
import type { TestUser, Project } from '../testing/world.ts';

const journey = beginJourney();
const NOTICE = 'Could not load this part. Check your network.';

let ann: TestUser;
let project: Project;
let address: string;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  project = await journey.world.project(ann, 'kit');
  const { iid } = await ann.rest.post<{ iid: number }>(`/projects/${project.id}/issues`, { title: 'Far from home' });
  address = `/${project.path}/-/issues/${iid}`;
});

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: NOTICE });
const again = (page: Page) => notice(page).getByRole('button', { name: 'Try again' });

/** From now on no file with a part of the page comes, as without a network, until the answer is called. */
async function losePart(page: Page, ...sources: readonly string[]): Promise<() => Promise<void>> {
  const file = isScriptOf(...sources);
  await page.route(file, (route) => route.abort('internetdisconnected'));
  return () => page.unroute(file);
}

test.each([390, 1440])(
  'at %i pixels a menu without its file says so beside its button, and opens later',
  async (width) => {
    const { page, problems } = await journey.open(ann, { width });
    const goOnline = await losePart(page, 'src/ui/menu-layer.tsx');
    await page.goto(address);
    const menu = page.getByRole('button', { name: 'More actions' }).first();
    await menu.click();
    await notice(page).waitFor();
    const [button, told] = [await menu.boundingBox(), await notice(page).boundingBox()];
    expect((told?.y ?? 0) - (button?.y ?? 0)).toBeLessThan(60);
    expect(told?.x ?? -1).toBeGreaterThanOrEqual(0);
    expect((told?.x ?? 0) + (told?.width ?? 0)).toBeLessThanOrEqual(width);
    expect(await findBarriers(page)).toEqual([]);
    // The check works in a window of its own; keys go to the one in front.
    await page.bringToFront();
    await pressKey(page, 'Tab');
    await hasKeyboard(again(page));
    await page.keyboard.press('Enter');
    await hasKeyboard(again(page));
    await page.keyboard.press('Escape');
    await notice(page).waitFor({ state: 'detached' });

    await menu.click();
    await notice(page).waitFor();
    await goOnline();
    await again(page).click();
    await page.getByRole('menuitem', { name: 'Close issue' }).waitFor();
    await notice(page).waitFor({ state: 'detached' });
    // What could not be fetched is told by the browser too.
    expect(problems.filter((each) => !/ERR_INTERNET_DISCONNECTED|dynamically imported|preload/i.test(each))).toEqual(
      [],
    );
  },
);

test('what opens in a popover, instead of a field or by a key does as well, and the page stays as it is', async () => {
  const { page } = await journey.open(ann);
  const goOnline = await losePart(
    page,
    'src/discussions/reactions/emoji-picker.tsx',
    'src/discussions/writing/preview.tsx',
    'src/app/palette/palette.tsx',
  );
  await page.goto(address);
  await page.getByRole('textbox', { name: 'Comment' }).fill('Some **words**');
  await page.getByRole('tab', { name: 'Preview' }).click();
  await notice(page).waitFor();
  await page.getByRole('tab', { name: 'Write' }).click();
  expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('Some **words**');
  await page.getByRole('button', { name: 'Add reaction' }).first().click();
  await page.getByRole('dialog', { name: 'Add reaction' }).getByText(NOTICE).waitFor();
  await pressKey(page, 'Escape');
  await notice(page).waitFor({ state: 'detached' });
  await pressKey(page, 'Control+k');
  await notice(page).waitFor();
  await goOnline();
  await again(page).click();
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await pressKey(page, 'Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add reaction' }).first().click();
  await page.getByRole('dialog', { name: 'Add reaction' }).getByRole('group', { name: 'Emoji' }).waitFor();
  await pressKey(page, 'Escape');
  await page.getByRole('tab', { name: 'Preview' }).click();
  await page.locator('.prose strong', { hasText: 'words' }).waitFor();
});
