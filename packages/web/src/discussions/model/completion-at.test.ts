import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { describe, expect, it } from 'vitest';
import { complete, completionAt } from './completion-at.ts';

const at = (text: string) => {
  const found = completionAt(text, text.length);
  return found && [found.kind, found.query, found.from];
};

describe('completionAt', () => {
  it.each([
    ['@', ['person', '', 0]],
    ['Thanks @an', ['person', 'an', 7]],
    ['see #12', ['issue', '12', 4]],
    ['(!fix', ['merge_request', 'fix', 1]],
    ['~"bug', null],
    ['~bug::hi', ['label', 'bug::hi', 0]],
    ['%v1.2', ['milestone', 'v1.2', 0]],
    [':ta', ['emoji', 'ta', 0]],
    ['/', ['command', '', 0]],
    ['Done.\n/cl', ['command', 'cl', 6]],
    ['since ^fix', ['commit', 'fix', 6]],
    ['since 7fd1a6b', ['commit', '7fd1a6b', 6]],
    ['see ./src/ap', ['file', 'src/ap', 4]],
  ] as const)('%s', (text, expected) => {
    expect(at(text)).toEqual(expected);
  });

  it.each([
    'mail@host',
    '^',
    '[^1',
    '2^10',
    '../src',
    './',
    'decade',
    '12345678',
    '#7fd1a6bx!',
    'a!b',
    '12:30',
    'at :',
    ':D',
    '@ann is',
    'and/or',
    'see /close',
    'src/lib',
    '`@ann',
    '```\n@ann',
    'x'.repeat(100),
  ])('leaves alone: %s', (text) => {
    expect(at(text)).toBeNull();
  });

  it('is about the word at the caret, not about later ones', () => {
    expect(completionAt('@an and @ben', 3)).toMatchObject({ query: 'an', from: 0, to: 3 });
  });

  it('is quick in long texts', async () => {
    const text = '@`'.repeat(100_000);
    expect(await cpuMsOf(() => completionAt(text, text.length), 3)).toBeLessThan(200);
  });
});

describe('complete', () => {
  it('puts one space behind what was chosen', () => {
    const found = completionAt('Hi @an, you', 6);
    expect(found && complete('Hi @an, you', found, '@ann')).toEqual({
      text: 'Hi @ann , you',
      inserted: '@ann ',
      caret: 8,
    });
    const before = completionAt('@an you', 3);
    expect(before && complete('@an you', before, '@ann')).toMatchObject({ text: '@ann you', caret: 5 });
  });
});
