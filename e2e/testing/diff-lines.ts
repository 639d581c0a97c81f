import type { Locator, Page } from 'playwright-core';

/** How many lines of changes are there: those that are rows, and those that are text as long as they are far away. */
export function diffLines(place: Locator): Promise<{ rows: number; texts: number }> {
  return place.evaluate((element) => {
    const texts = [...element.querySelectorAll('.df')].map((each) => each.firstChild?.textContent?.split('\n') ?? []);
    return { rows: element.querySelectorAll('tr.dr').length, texts: texts.flat().length };
  });
}

export async function countDiffLines(place: Locator): Promise<number> {
  const { rows, texts } = await diffLines(place);
  return rows + texts;
}

/**
 * What bears this role and name in the changes, by its attributes: to work out the roles and names of all that stands on a
 * long page takes a tenth of a second of the processor, each time that something in it is asked for.
 */
const written = (page: Page, element: string, label: string): Locator =>
  page.locator(`${element}[aria-label=${JSON.stringify(label)}]`);

/** The lines of a file. */
export const linesOf = (page: Page, name: string): Locator => written(page, '[role="group"]', `Changes in ${name}`);

/** The whole file: its header and what is under it. */
export const cardOf = (page: Page, name: string): Locator => written(page, 'section', name);
