import type { VisibilityChoice } from '@tributary/contract/projects/page.ts';
import { expect, it } from 'vitest';
import { visibilityWithin } from './visibility-choice.ts';

const choices = (...open: string[]): VisibilityChoice[] =>
  (['private', 'internal', 'public'] as const).map((value) => ({
    value,
    refusal: open.includes(value) ? null : 'No.',
  }));

it('stays where it can', () => {
  expect(visibilityWithin(choices('private', 'internal', 'public'), 'internal')).toBe('internal');
});

it('becomes the most open one that the place allows', () => {
  expect(visibilityWithin(choices('private', 'internal'), 'public')).toBe('internal');
  expect(visibilityWithin(choices('private'), 'public')).toBe('private');
});

it('stays when nothing is known', () => {
  expect(visibilityWithin([], 'public')).toBe('public');
});
