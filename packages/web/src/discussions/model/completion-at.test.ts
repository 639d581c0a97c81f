import { describe, expect, it } from 'vitest';
import { complete, completionAt, quotedName } from './completion-at.ts';

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
  ] as const)('%s', (text, expected) => {
    expect(at(text)).toEqual(expected);
  });

  it.each([
    'mail@host',
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

  it('is quick in long texts', () => {
    const text = '@`'.repeat(100_000);
    const started = performance.now();
    completionAt(text, text.length);
    expect(performance.now() - started).toBeLessThan(200);
  });
});

describe('complete', () => {
  it('puts one space behind what was chosen', () => {
    const found = completionAt('Hi @an, you', 6);
    expect(found && complete('Hi @an, you', found, '@ann')).toEqual({ text: 'Hi @ann , you', caret: 8 });
    const before = completionAt('@an you', 3);
    expect(before && complete('@an you', before, '@ann')).toEqual({ text: '@ann you', caret: 5 });
  });
});

describe('quotedName', () => {
  it.each([
    ['bug', 'bug'],
    ['two words', '"two words"'],
    ['scoped::label', '"scoped::label"'],
  ])('%s', (name, expected) => {
    expect(quotedName(name)).toBe(expected);
  });
});
