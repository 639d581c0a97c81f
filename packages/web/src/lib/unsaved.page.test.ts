import { afterEach, expect, it } from 'vitest';
import { giveUpUnsaved, guardUnload, hasUnsaved, holdUnsaved } from './unsaved.ts';

afterEach(giveUpUnsaved);

it('knows of everyone who holds something, as long as they do', () => {
  let isTyped = false;
  const release = holdUnsaved(() => isTyped);
  expect(hasUnsaved()).toBe(false);
  isTyped = true;
  const other = holdUnsaved(() => false);
  expect(hasUnsaved()).toBe(true);
  release();
  other();
  expect(hasUnsaved()).toBe(false);
});

it('lets go of everything when the user does', () => {
  holdUnsaved(() => true);
  giveUpUnsaved();
  expect(hasUnsaved()).toBe(false);
});

it('lets the browser ask before the window closes, only when there is something to lose', () => {
  guardUnload();
  const close = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(close()).toBe(false);
  holdUnsaved(() => true);
  expect(close()).toBe(true);
});
