import { describe, expect, it } from 'vitest';
import { fileLink, quotedName } from './completion.ts';

describe('quotedName', () => {
  it.each([
    ['bug', 'bug'],
    ['two words', '"two words"'],
    ['scoped::label', '"scoped::label"'],
  ])('%s', (name, expected) => {
    expect(quotedName(name)).toBe(expected);
  });
});

describe('fileLink', () => {
  it.each([
    ['src/app.ts', '[src/app.ts](src/app.ts)'],
    ['a b/c(1).md', '[a b/c(1).md](a%20b/c%281%29.md)'],
    ['[x]_y_.md', '[\\[x\\]\\_y\\_.md](%5Bx%5D_y_.md)'],
  ])('%s', (path, expected) => {
    expect(fileLink(path)).toBe(expected);
  });
});
