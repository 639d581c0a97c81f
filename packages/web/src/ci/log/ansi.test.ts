import { expect, test } from 'vitest';
import { LogReader } from '@tributary/contract/ci/log-lines.ts';
import { stripAnsi } from '@tributary/contract/ci/log-style.ts';
import { parseAnsi } from './ansi.ts';
import { LogSections } from './log-sections.ts';

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
  expect(parseAnsi(text).map((span) => [span.text, span.className])).toEqual(expected);
  expect(stripAnsi(text)).toBe(expected.map(([part]) => part).join(''));
});

const marker = (kind: 'start' | 'end', seconds: number, name: string, options = '') =>
  `section_${kind}:${seconds}:${name}${options}\r${ESC}[0K`;

const readLines = (reader: LogReader, text: string) => text.split('\n').flatMap((raw) => reader.read(raw) ?? []);

test('a log has lines, sections and looks that go on, also from the middle', () => {
  const reader = new LogReader();
  const before =
    `${marker('start', 10, 'prepare')}${ESC}[36mPreparing${ESC}[0m\nwait\n` +
    `${marker('end', 14, 'prepare')}${marker('start', 14, 'deps', '[collapsed=true]')}Install`;
  const after = `10%\r55%\rdone\r\n${ESC}[31mred\nstill red${ESC}[0m\n${marker('end', 20, 'deps')}\nlast`;
  const head = readLines(reader, before);
  const position = reader.position();
  const tail = readLines(reader, after);
  const texts = [...head, ...tail].map(({ line }) => stripAnsi(line.text));
  expect(texts).toEqual(['Preparing', 'wait', 'Install', 'done', 'red', 'still red', 'last']);
  expect(parseAnsi(tail[2]?.line.text ?? '', tail[2]?.line.style)[0]?.className).toBe('ansi-fg-1');
  expect(reader.sections).toMatchObject([
    { name: 'prepare', startedAt: 10, endedAt: 14, isCollapsed: false, first: 0, end: 2 },
    { name: 'deps', startedAt: 14, endedAt: 20, isCollapsed: true, first: 2, end: 6 },
  ]);
  const again = new LogReader(position, reader.sections);
  expect([readLines(again, after), again.position()]).toEqual([tail, reader.position()]);

  const sections = new LogSections();
  sections.update(
    reader.sections.map((section, index) => ({ ...section, index })),
    reader.lines,
  );
  const visible = () => Array.from({ length: sections.rows }, (_, row) => sections.lineOfRow(row));
  expect(visible()).toEqual([0, 1, 2, 6]);
  expect([sections.rowOfLine(2), sections.rowOfLine(6)]).toEqual([2, 3]);
  sections.setAll(false);
  expect(visible()).toEqual([0, 2, 6]);
  sections.reveal(4);
  expect(visible()).toEqual([0, 2, 3, 4, 5, 6]);
  expect(sections.rowOfLine(4)).toBe(3);
});

test('time stamps are told apart from the text, and continued lines are joined', () => {
  const at = '2026-01-02T03:04:05.678901Z 00O';
  const lines = readLines(new LogReader(), `${at} first\n${at}+half\n${at} second`);
  expect(lines.map(({ joins, line: { text, time } }) => [joins, text, time])).toEqual([
    [false, 'first', '03:04:05'],
    [true, 'half', '03:04:05'],
    [false, 'second', '03:04:05'],
  ]);
});
