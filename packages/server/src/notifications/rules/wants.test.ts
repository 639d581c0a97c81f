import type { NotificationReason } from '@tributary/contract/notifications/enums.ts';
import { expect, test } from 'vitest';
import type { ChosenLevel } from './item-level.ts';
import { type Choice, choiceOf, wants } from './wants.ts';

const at = (level: Choice['level'], events: string[] = []): Choice => ({ level, events });

test('the narrowest choice counts, and "global" looks further', () => {
  expect(choiceOf([at('watch'), at('disabled')]).level).toBe('watch');
  expect(choiceOf([at('global'), at('mention'), at('watch')]).level).toBe('mention');
  expect(choiceOf([at('global')]).level).toBe('participating');
  expect(choiceOf([]).level).toBe('participating');
});

const TABLE: [Choice['level'], NotificationReason, ChosenLevel | undefined, boolean][] = [
  ['disabled', 'directly_addressed', undefined, false],
  ['disabled', 'assigned', 'watch', false],
  ['mention', 'mentioned', undefined, true],
  ['mention', 'assigned', undefined, false],
  ['mention', 'subscribed', 'watch', true],
  ['participating', 'review_requested', undefined, true],
  ['participating', 'own_activity', undefined, true],
  ['participating', 'watching', undefined, false],
  ['mention', 'labelled', undefined, false],
  ['disabled', 'labelled', undefined, false],
  ['participating', 'labelled', undefined, true],
  ['participating', 'labelled', 'disabled', false],
  ['custom', 'labelled', undefined, true],
  ['participating', 'own_activity', 'mention', false],
  ['participating', 'mentioned', 'mention', true],
  ['watch', 'mentioned', 'disabled', false],
  ['watch', 'watching', undefined, true],
  ['watch', 'watching', 'mention', false],
  ['custom', 'watching', undefined, false],
  ['custom', 'own_activity', undefined, true],
];
test.each(TABLE)('at level %s, news because %s with choice %s: %s', (level, reason, chosen, expected) => {
  expect(wants(at(level), { reason, event: 'new_note' }, chosen)).toBe(expected);
});

test('the level custom brings what was ticked', () => {
  const choice = at('custom', ['close_merge_request']);
  expect(wants(choice, { reason: 'watching', event: 'close_merge_request' }, undefined)).toBe(true);
  expect(wants(choice, { reason: 'watching', event: 'new_note' }, undefined)).toBe(false);
});
