import type { Page } from 'playwright-core';
import { findBarriers } from './axe.ts';
import { isTooWide } from './clean.ts';
import { IS_FULL } from './full-run.ts';

type Look = { dark: boolean; width: number };

const TELEPHONE_AT_NIGHT: Look = { dark: true, width: 360 };
const DESK_AT_DAY: Look = { dark: false, width: 1440 };
const OTHERS: readonly Look[] = [
  { dark: false, width: 360 },
  { dark: true, width: 1440 },
];

async function take(page: Page, { dark, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 900 });
}

/** While a page is open; it is drawn in the new look. */
async function change(page: Page, look: Look): Promise<void> {
  await take(page, look);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

async function open(page: Page, address: string, look: Look): Promise<string[]> {
  await take(page, look);
  const answer = await page.goto(address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return answer?.ok() === true ? [] : [`status ${answer?.status()}`];
}

async function judge(page: Page, hasAxe: boolean): Promise<string[]> {
  const found = (await isTooWide(page)) ? ['too wide'] : [];
  return hasAxe ? [...found, ...(await findBarriers(page))] : found;
}

/** Numbers of the parts into which a long list of addresses is cut for `test.each`, so that each part has a test's time. */
export function parts(count: number): { part: number; count: number }[] {
  return Array.from({ length: count }, (_, at) => ({ part: at + 1, count }));
}

/** One of so many in an ordinary run, all of them in the full one: for long lists of what is alike. */
export function sampled<T>(all: readonly T[], of = 2): T[] {
  return all.filter((_, at) => IS_FULL || at % of === 0);
}

/** What this part has of the list: every so-manieth. */
export function inPart<T>(all: readonly T[], { part, count }: { part: number; count: number }): T[] {
  const own = all.filter((_, at) => at % count === part - 1);
  if (own.length === 0) throw new Error(`part ${part} of ${count} has nothing of ${all.length}`);
  return own;
}

/**
 * Opens each address and tells what is wrong with it: one line per fault. An ordinary run opens an address once, small and
 * dark, and then makes the window wide and light to see that it fits; the full one opens it again in each of four looks and
 * looks for barriers in each. Without `hasAxe` only answers and widths are looked at.
 */
export async function findFaults(
  { page, problems }: { page: Page; problems: string[] },
  addresses: readonly string[],
  { hasAxe = true }: { hasAxe?: boolean } = {},
): Promise<string[]> {
  const faults: string[] = [];
  await page.bringToFront();
  for (const address of addresses) {
    const tell = (look: Look, found: readonly string[]) => {
      const name = `${address} (${look.width} px, ${look.dark ? 'dark' : 'light'})`;
      faults.push(...[...found, ...problems.splice(0)].map((fault) => `${name}: ${fault}`));
    };
    for (const look of IS_FULL ? [...OTHERS, TELEPHONE_AT_NIGHT] : [TELEPHONE_AT_NIGHT]) {
      tell(look, [...(await open(page, address, look)), ...(await judge(page, hasAxe))]);
    }
    if (IS_FULL) tell(DESK_AT_DAY, await open(page, address, DESK_AT_DAY));
    else await change(page, DESK_AT_DAY);
    tell(DESK_AT_DAY, await judge(page, hasAxe && IS_FULL));
  }
  return faults;
}
