import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until this has the keyboard. */
export async function hasKeyboard(place: Locator): Promise<void> {
  await expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** Waits until what was drawn last also hears keys: effects run after the frame that shows it. */
async function untilListening(page: Page): Promise<void> {
  // Not by frames: a window behind another one draws none.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 5_000 })));
}

/** Presses a key that the page itself hears, as soon as it does. */
export async function pressKey(page: Page, key: string): Promise<void> {
  await untilListening(page);
  await page.keyboard.press(key);
}

/** From now on: waits until an answer from each of these addresses has come and what follows from it is drawn. */
export async function answersDrawn(page: Page, addresses: readonly RegExp[]): Promise<void> {
  const answers = addresses.map((address) => page.waitForResponse((answer) => address.test(answer.url())));
  await Promise.all(answers.map(async (answer) => (await answer).finished()));
  await untilListening(page);
}

/** Types where the page puts the keyboard by itself, once it is there. */
export async function typeThere(page: Page, text: string): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.matches('input, textarea') ?? false);
  await page.keyboard.type(text);
}

/** How far from the top of the window this is, once it stays there: what is drawn above it has come. */
export async function topAtRest(place: Locator): Promise<number> {
  const tops: (number | undefined)[] = [];
  const isStill = async () => {
    tops.push((await place.boundingBox())?.y);
    const [first, ...others] = tops.slice(-3);
    return first !== undefined && others.length === 2 && others.every((each) => each === first);
  };
  await expect.poll(isStill, { interval: 250 }).toBe(true);
  return tops.at(-1) ?? Number.NaN;
}
