import { expect, test } from 'vitest';
import { offScreenCards } from './off-screen-cards.tsx';

test('a card that a dialog hides is not hidden for ever when it is put away meanwhile', () => {
  const place = document.createElement('div');
  place.innerHTML = `<section id="diff-content-a" aria-label="a.ts" data-file-card aria-hidden="true" data-aria-hidden="true" inert>
    <div data-file-header><h2><a href="#diff-content-a">a.ts</a></h2></div></section>`;
  const [far] = offScreenCards(place);
  expect(far?.getAttributeNames().toSorted()).toEqual(['aria-label', 'data-far', 'data-file-card', 'id', 'style']);
  expect(far?.querySelector('a')?.textContent).toBe('a.ts');
});
