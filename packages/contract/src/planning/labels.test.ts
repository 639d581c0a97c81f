import { expect, test } from 'vitest';
import { keepOnePerScope, labelNameProblem, normalizeColor, scopeOf, textColorOn } from './labels.ts';

test.each([
  ['#FFF', '#FFFFFF'],
  [' #a1b2c3 ', '#a1b2c3'],
  ['red', '#ff0000'],
  [' RebeccaPurple ', '#663399'],
  ['nocolour', undefined],
  ['#12345', undefined],
  ['#ff0000;background:url(x)', undefined],
])('colour %s', (text, expected) => expect(normalizeColor(text)).toBe(expected));

test.each([
  ['#ffffff', '#1F1E24'],
  ['#000000', '#FFFFFF'],
  ['#428bca', '#1F1E24'],
  ['#7c3aed', '#FFFFFF'],
])('text on %s is %s', (color, expected) => expect(textColorOn(color)).toBe(expected));

test('scopes end at the last pair of colons, and need both sides', () => {
  expect(['type::bug', 'a::b::c', 'plain', '::x', 'x::'].map(scopeOf)).toEqual(['type', 'a::b', null, null, null]);
});

test('of one scope the last label stays', () => {
  const names = ['type::bug', 'plain', 'Type::feature', 'prio::1', 'other'];
  expect(keepOnePerScope(names.map((name) => ({ name }))).map((label) => label.name)).toEqual([
    'plain',
    'Type::feature',
    'prio::1',
    'other',
  ]);
});

test.each(['', '  ', 'a,b', 'x\u0000', 'rtl\u202e', 'y'.repeat(256)])('name %j is refused', (name) => {
  expect(labelNameProblem(name)).not.toBeNull();
});
