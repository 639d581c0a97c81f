import { expect, test } from 'vitest';
import { parseAnsi, stripAnsi } from './ansi.ts';
import { JobLog } from './job-log.ts';

const ESC = '\u001B';

test.each([
  ['plain <b>text</b>', [['plain <b>text</b>', '']]],
  [
    `${ESC}[32;1mgreen${ESC}[0;m rest`,
    [
      ['green', 'ansi-fg-2 ansi-bold'],
      [' rest', ''],
    ],
  ],
  [
    `${ESC}[38;5;196mred${ESC}[38;2;0;0;250mblue`,
    [
      ['red', 'ansi-fg-9'],
      ['blue', 'ansi-fg-12'],
    ],
  ],
  [`${ESC}[38:5:2mcolons`, [['colons', 'ansi-fg-2']]],
  [
    `${ESC}[41mground${ESC}[49m none`,
    [
      ['ground', 'ansi-bg-1'],
      [' none', ''],
    ],
  ],
  [`${ESC}[7;32minverse`, [['inverse', 'ansi-bg-2']]],
  [
    `${ESC}[3;4;9;2mlooks${ESC}[23;24;29;22m none`,
    [
      ['looks', 'ansi-faint ansi-italic ansi-underline ansi-strike'],
      [' none', ''],
    ],
  ],
  [`a${ESC}[2K${ESC}[1;5Hb${ESC}]8;;https://x.test\u0007c${ESC}]8;;\u0007\u0000d`, [['abcd', '']]],
  [`end ${ESC}`, [['end ', '']]],
  [`${ESC}[999;38;5mstill`, [['still', 'ansi-fg-0']]],
])('%j has these parts', (text, expected) => {
  expect(parseAnsi(text).spans.map((span) => [span.text, span.className])).toEqual(expected);
  expect(stripAnsi(text)).toBe(expected.map(([part]) => part).join(''));
});

const marker = (kind: 'start' | 'end', seconds: number, name: string, options = '') =>
  `section_${kind}:${seconds}:${name}${options}\r${ESC}[0K`;

test('a log that comes in pieces has lines, sections and looks that go on', () => {
  const log = new JobLog();
  const text =
    `${marker('start', 10, 'prepare')}${ESC}[36mPreparing${ESC}[0m\nwait\n` +
    `${marker('end', 14, 'prepare')}${marker('start', 14, 'deps', '[collapsed=true]')}Install\n10%\r55%\rdone\r\n` +
    `${ESC}[31mred\nstill red${ESC}[0m\n${marker('end', 20, 'deps')}last`;
  for (const piece of text.match(/[^]{1,7}/g) ?? []) log.append(piece);
  expect(log.lines.map((line) => stripAnsi(line.text))).toEqual([
    'Preparing',
    'wait',
    'Install',
    'done',
    'red',
    'still red',
    'last',
  ]);
  expect(parseAnsi(log.lines[5]?.text ?? '', log.lines[5]?.style).spans[0]?.className).toBe('ansi-fg-1');
  expect(log.sections).toMatchObject([
    { name: 'prepare', startedAt: 10, endedAt: 14, isOpen: true },
    { name: 'deps', startedAt: 14, isOpen: false },
  ]);
  // The end of the section is not known before its line is complete.
  expect(log.visibleLines()).toEqual([0, 1, 2]);
  log.append('\n');
  expect(log.visibleLines()).toEqual([0, 1, 2, 6]);
  expect(log.find('RED')).toEqual({ lines: [4, 5], next: 7 });
  expect(log.find('red', 5)).toEqual({ lines: [5], next: 7 });
  log.reveal(4);
  expect(log.visibleLines()).toHaveLength(7);
});

test('time stamps are told apart from the text, and continued lines are joined', () => {
  const log = new JobLog();
  const at = '2026-01-02T03:04:05.678901Z 00O';
  log.append(`${at} first\n${at}+half\n${at} second\n`);
  expect(log.lines.map(({ text, time }) => [text, time])).toEqual([
    ['firsthalf', '03:04:05'],
    ['second', '03:04:05'],
  ]);
});
