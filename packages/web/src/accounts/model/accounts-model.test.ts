import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '@tributary/contract/core/audit-actions.ts';
import { auditDetails, auditSentence, auditText } from './audit-text.ts';
import { durationText, wholeNumber } from './duration.ts';
import { daysLeft, expiryChoices, expiryProblem } from './expiry.ts';
import { mailParts } from './mail-text.ts';
import { validateUserFields, usernameProblem, withoutEmpty } from './validate-user-fields.ts';
import { imageProblem, imageTypeNames } from './image-problem.ts';
import { groupedSecret, recoveryCodesFile } from './recovery-codes-file.ts';
import { rowActions } from './user-actions.ts';

describe('expiry of tokens', () => {
  it('offers spans within the longest allowed one', () => {
    expect(expiryChoices('2026-01-01', '2026-04-05')).toEqual([
      { label: '7 days', value: '2026-01-08' },
      { label: '30 days', value: '2026-01-31' },
      { label: '90 days', value: '2026-04-01' },
    ]);
  });

  it('refuses today, the past, days beyond the limit and what is no day', () => {
    const problems = ['2026-01-02', '2026-01-01', '2025-12-31', '2027-01-02', '', '1.2.2026'].map((day) =>
      expiryProblem(day, '2026-01-01', '2027-01-01'),
    );
    expect(problems).toEqual([
      null,
      'Choose a date after today.',
      'Choose a date after today.',
      'Choose a date no later than 2027-01-01.',
      'Choose a date.',
      'Choose a date.',
    ]);
  });

  it('counts days across months and leap days', () => {
    expect([daysLeft('2028-03-01', '2028-02-28'), daysLeft('2026-01-01', '2026-01-01')]).toEqual([2, 0]);
  });
});

describe('fields of a user', () => {
  it('say what is missing or cannot be', () => {
    expect(validateUserFields({ name: ' ', email: 'x' })).toEqual({
      name: 'Enter a name.',
      email: 'Enter a valid email address.',
    });
    expect(withoutEmpty(validateUserFields({ name: 'Ada', email: ' ada@example.com ' }))).toEqual({});
    expect(withoutEmpty(validateUserFields({ name: 'Ada', email: '' }))).toEqual({ email: 'Enter an email address.' });
  });

  it.each([
    ['', 'Choose a username.'],
    ['a', 'Username is too short (minimum is 2 characters).'],
    ['admin', 'Username is a reserved name.'],
    ['../etc', /^Username can contain only letters/],
    ['ada', null],
  ])('username %j', (username, problem) => {
    if (problem instanceof RegExp) expect(usernameProblem(username)).toMatch(problem);
    else expect(usernameProblem(username)).toBe(problem);
  });
});

describe('a chosen image', () => {
  const limits = { maxBytes: 204_800, types: ['image/png', 'image/jpeg', 'image/webp'] };

  it('is refused by type and size before it is sent', () => {
    expect(imageProblem({ size: 10, type: 'image/svg+xml' }, limits)).toBe('Choose a PNG, JPEG or WEBP image.');
    expect(imageProblem({ size: 300_000, type: 'image/png' }, limits)).toBe(
      'The image is 292.97 KiB. The maximum is 200 KiB.',
    );
    expect(imageProblem({ size: 204_800, type: 'image/png' }, limits)).toBeNull();
    expect(imageTypeNames(['image/png'])).toBe('PNG');
  });
});

describe('texts', () => {
  it('finds addresses in a mail and leaves punctuation out', () => {
    expect(mailParts('Open http://x.example/a?token=b-c, please (or https://y.example/).\nBye')).toEqual([
      { text: 'Open ', href: null },
      { text: 'http://x.example/a?token=b-c', href: 'http://x.example/a?token=b-c' },
      { text: ', please (or ', href: null },
      { text: 'https://y.example/', href: 'https://y.example/' },
      { text: ').\nBye', href: null },
    ]);
  });

  it('makes no link of other schemes', () => {
    const text = 'javascript:alert(1) <b>x</b> data:text/html,x';
    expect(mailParts(text)).toEqual([{ text, href: null }]);
  });

  it('tells the trail in words', () => {
    expect(auditSentence('user.block', false)).toBe('blocked {place}');
    expect(auditSentence('token.revoked', true)).toBe('revoked an access token');
    expect(auditSentence('token.revoked', false)).toBe('revoked an access token of {place}');
    expect(['protected_branch.created', 'user.block', 'member.changed', 'invitation.created'].map(auditText)).toEqual([
      'protected a branch',
      'blocked a user',
      'changed the role of a member',
      'invited someone',
    ]);
    expect(AUDIT_ACTIONS.map(auditText).filter((text) => /[{}[\]_]|^\W|\b(to|of|for|as|the)$/.test(text))).toEqual([]);
    expect(auditDetails('sign_in.succeeded', { proof: 'password' })).toEqual(['method: password']);
    expect(auditDetails('member.added', { user_id: 2, from: 0, to: 30, expiresAt: null })).toEqual([]);
    expect(auditText('merge_request.new_thing')).toBe('merge request new thing');
    expect(auditDetails('user.block', { from: 'active', to: 'blocked' })).toEqual(['active → blocked']);
    expect(
      auditDetails('settings.changed', { max_attachment_size: { from: 10, to: 20 }, tokenId: 3, scopes: ['api', 'x'] }),
    ).toEqual(['max attachment size: 10 → 20', 'scopes: api, x']);
    expect(auditDetails('x', { email: '', gone: null, inner: { a: true } })).toEqual(['email: none', 'inner: a: yes']);
    expect(auditDetails('project.updated', { changes: { name: { from: 'A', to: 'B' } } })).toEqual(['name: A → B']);
  });

  it('tells minutes as users say them', () => {
    expect([0, 1, 90, 10_080, 1_501].map(durationText)).toEqual([
      '0 minutes',
      '1 minute',
      '1 hour 30 minutes',
      '7 days',
      '1 day 1 hour 1 minute',
    ]);
    expect([' 12 ', '1.5', '', '-3', '1e3'].map(wholeNumber)).toEqual([12, undefined, undefined, undefined, undefined]);
  });

  it('groups a secret and names a file by user and place', () => {
    expect(groupedSecret('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
    const file = recoveryCodesFile({ codes: ['a-b', 'c-d'], instance: 'T', host: 'x.example:3000', username: 'ada' });
    expect(file.name).toBe('recovery-codes-ada-x.example-3000.txt');
    expect(file.text).toContain('\n\na-b\nc-d\n');
  });
});

describe('actions of a row', () => {
  const user = {
    id: 2,
    username: 'ada',
    name: 'Ada',
    avatarUrl: null,
    publicEmail: null,
    isBot: false,
    kind: 'human' as const,
    email: 'ada@example.com',
    isAdmin: false,
    isExternal: false,
    hasTwoFactor: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    lastActivityOn: null,
  };

  it('follow the state, and are never against oneself', () => {
    expect(rowActions({ ...user, state: 'active' }, 1)).toEqual(['make_admin', 'deactivate', 'block']);
    expect(rowActions({ ...user, state: 'active', isAdmin: true }, 1)).toContain('remove_admin');
    expect(rowActions({ ...user, state: 'blocked' }, 1)).toEqual(['unblock']);
    expect(rowActions({ ...user, state: 'pending_approval' }, 1)).toEqual(['approve', 'block']);
    expect(rowActions({ ...user, state: 'active' }, 2)).toEqual([]);
  });
});
