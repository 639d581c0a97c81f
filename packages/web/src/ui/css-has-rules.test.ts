import { describe, expect, it } from 'vitest';

const sheets = import.meta.glob('../**/*.css', { query: '?raw', import: 'default', eager: true }) as Record<
  string,
  string
>;

/** `:has` at the top of the page or in a line of a diff: looked for again in all that is there whenever anything is put there. */
const COSTLY = /(?:^|[\s,}])(?:html|body|:root|\*|\.d[a-z-]*)(?:\[[^\]]*\]|\.[\w-]+)*:has\(/;

const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '');

describe('the style sheets', () => {
  it('are found', () => expect(Object.keys(sheets)).toContain('./diff/diff.css'));

  it.each(Object.keys(sheets))('%s looks through no whole page', (name) => {
    expect(withoutComments(sheets[name] ?? '')).not.toMatch(COSTLY);
  });

  it('would be seen to', () => {
    for (const rule of ['html:has([data-bar]) {', '  .dn:has(> .dgs) {', 'body.wide:has(main){'])
      expect(rule).toMatch(COSTLY);
    expect('.card:has(img) {').not.toMatch(COSTLY);
  });
});
