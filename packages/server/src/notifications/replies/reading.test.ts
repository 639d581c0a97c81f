import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { describe, expect, test } from 'vitest';
import { automaticReason } from './automatic-mail.ts';
import { parseMail } from './parse-mail.ts';
import { replyAddressFor, replyKeysIn } from './reply-address.ts';
import { visibleText } from './visible-text.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const TEMPLATE = 'reply+%{key}@code.example.org';

test('a key is found in the addresses that are made of the template, and in no others', () => {
  const address = replyAddressFor(TEMPLATE, KEY);
  expect(address).toBe(`reply+${KEY}@code.example.org`);
  expect(replyKeysIn(TEMPLATE, ['a@b.c', address.toUpperCase(), ` ${address} `])).toEqual([KEY]);
  for (const other of [
    `reply+${KEY}@evil.example.org`,
    `reply+${KEY}x@code.example.org`,
    `xreply+${KEY}@code.example.org`,
    `reply+${KEY.slice(1)}@code.example.org`,
    'reply+@code.example.org',
    `reply+${KEY}@code.example.org.evil`,
  ]) {
    expect(replyKeysIn(TEMPLATE, [other])).toEqual([]);
  }
});

describe('what a user wrote', () => {
  test.each([
    ['plain', 'Looks good.\n', 'Looks good.'],
    [
      'with the mail below',
      'Yes.\n\nOn Mon, 2 Nov 2026 at 10:00, Ann <a@example.org> wrote:\n> Is it?\n> Really?\n',
      'Yes.',
    ],
    ['with a signature', 'Done.\n\n-- \nBen\nExample Ltd\n', 'Done.'],
    ['from a phone', 'On my way.\n\nSent from my iPhone', 'On my way.'],
    [
      'from Outlook',
      'Fine.\n\n-----Original Message-----\nFrom: Ann\nSent: Monday\nTo: Ben\nSubject: x\n\nHello',
      'Fine.',
    ],
    ['in German', 'Gut.\n\nAm 02.11.2026 um 10:00 schrieb Ann <a@example.org>:\n> Ist es das?\n', 'Gut.'],
    ['answering between the lines', '> First?\n\nOne.\n\n> Second?\n\nTwo.\n', '> First?\n\nOne.\n\n> Second?\n\nTwo.'],
    ['with code that quotes nothing', 'Use\n\n```\na > b\n```\n\nhere', 'Use\n\n```\na > b\n```\n\nhere'],
    ['with nothing of its own', '> Only this\n', ''],
  ])('%s', (_name, text, expected) => {
    expect(visibleText(text)).toBe(expected);
  });

  test('texts made to take long take no time', async () => {
    const evil = [
      'On '.repeat(60_000),
      `${'>'.repeat(9_000)}\n`.repeat(20),
      `${' '.repeat(9_999)}\n`.repeat(20),
      'wrote:\n'.repeat(25_000),
      `-${'- '.repeat(90_000)}`,
    ];
    expect(await cpuMsOf(() => evil.map((text) => visibleText(text)))).toBeLessThan(5_000);
  });

  test('an HTML mail without text gives its words, without what it quotes and does', async () => {
    const html =
      '<html><head><style>p{}</style></head><body><p>Hello &amp; <b>bye</b></p><script>x()</script><div>Two</div><blockquote><p>Old</p></blockquote><div class="gmail_quote">On Monday wrote</div></body></html>';
    const mail = await parseMail(
      Buffer.from(`From: a@example.org\r\nTo: b@example.org\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`),
    );
    expect(visibleText(mail.text)).toBe('Hello & bye\nTwo');
  });
});

describe('what no user wrote is not answered', () => {
  const mail = (headers: Record<string, string>, from = 'ben@example.org') => ({
    from,
    header: (name: string) => headers[name],
  });
  test.each<[Record<string, string>, string?]>([
    [{ 'auto-submitted': 'auto-replied' }],
    [{ 'auto-submitted': 'auto-generated' }],
    [{ precedence: 'bulk' }],
    [{ precedence: 'auto_reply' }],
    [{ 'x-autoreply': 'yes' }],
    [{ 'list-id': '<3.code.example.org>' }],
    [{ 'return-path': '<>' }],
    [{ 'content-type': 'multipart/report; report-type=delivery-status' }],
    [{}, 'MAILER-DAEMON@mx.example.org'],
    [{}, 'noreply@code.example.org'],
  ])('%o %s', (headers, from) => {
    expect(automaticReason(mail(headers, from))).toEqual(expect.any(String));
  });

  test('and what one did is', () => {
    expect(
      automaticReason(mail({ 'auto-submitted': 'no', 'content-type': 'text/plain', 'return-path': '<b@c.d>' })),
    ).toBeUndefined();
    expect(automaticReason(mail({}, 'noreen@example.org'))).toBeUndefined();
  });
});
