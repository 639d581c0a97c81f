import { codeSpan } from '@tributary/contract/discussions/code-span.ts';
import { expect, test } from 'vitest';
import { renderSync } from './render-sync.ts';

test.each(['main', 'with`one', 'two``and`one', '`first', 'last`', '``', 'a b', '*x*'])(
  'is one piece of code: %s',
  (text) => {
    const { html } = renderSync(`deleted the ${codeSpan(text)} branch.`, {});
    const [, code] = /<p[^>]*>deleted the <code[^>]*>(.*)<\/code> branch\.<\/p>/.exec(html) ?? [];
    expect(code).toBe(text);
  },
);
