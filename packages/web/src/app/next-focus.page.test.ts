import { beforeEach, describe, expect, it } from 'vitest';
import { focusAfterRow } from './next-focus.ts';

const row = (id: string): HTMLElement => document.querySelector<HTMLElement>(`#${id}`) ?? document.body;

describe('focusAfterRow', () => {
  beforeEach(() => {
    document.body.innerHTML =
      '<h1 tabindex="-1">People</h1><ul>' +
      ['one', 'two', 'three'].map((id) => `<li data-row id="${id}"><a href="/${id}">${id}</a></li>`).join('') +
      '</ul>';
  });

  it('goes to the row below', () => {
    const focus = focusAfterRow(row('two').querySelector('a'));
    row('two').remove();
    focus();
    expect(document.activeElement?.textContent).toBe('three');
  });

  it('goes to the row above when the last one went', () => {
    const focus = focusAfterRow(row('three').querySelector('a'));
    row('three').remove();
    focus();
    expect(document.activeElement?.textContent).toBe('two');
  });

  it('goes to the heading when nothing is left', () => {
    const focus = focusAfterRow(row('one').querySelector('a'));
    document.querySelector('ul')?.remove();
    focus();
    expect(document.activeElement?.tagName).toBe('H1');
  });
});
