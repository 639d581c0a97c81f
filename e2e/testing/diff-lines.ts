import type { Locator } from 'playwright-core';

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
