import { expect, test } from 'vitest';
import { parseCodeQuality } from './parse-code-quality.ts';

const entry = {
  description: 'Method has a complexity of 12',
  check_name: 'complexity',
  fingerprint: 'abc',
  severity: 'major',
  location: { path: './src/a.ts', lines: { begin: 4, end: 9 } },
};
const read = (value: unknown) => parseCodeQuality(Buffer.from(JSON.stringify(value)));

test('reads findings by line or by position', () => {
  const other = {
    ...entry,
    fingerprint: 'def',
    location: { path: 'b.ts', positions: { begin: { line: 2, column: 1 } } },
  };
  expect(read([entry, other])).toEqual([
    {
      path: 'src/a.ts',
      line: 4,
      severity: 'major',
      fingerprint: 'abc',
      description: entry.description,
      engineName: null,
    },
    expect.objectContaining({ path: 'b.ts', line: 2 }),
  ]);
});

test('a severity that nobody knows is unknown, and one fingerprint counts once', () => {
  const found = read([entry, { ...entry, severity: 'awful', description: 'again' }]);
  expect(found).toEqual([expect.objectContaining({ severity: 'unknown', description: 'again' })]);
});

test.each([
  ['no JSON', Buffer.from('[{]'), 'not valid JSON'],
  ['no list', Buffer.from('{"a":1}'), 'not a list'],
  ['no text', Buffer.from([0xff, 0xff, 0x00]), 'encoding'],
  ['endless nesting', Buffer.from('['.repeat(200_000)), 'not valid JSON'],
  ['an entry that is no object', Buffer.from('[1]'), 'Entry 1 is not valid'],
])('refuses %s', (_name, bytes, reason) => {
  expect(() => parseCodeQuality(bytes)).toThrow(reason);
});

test.each([
  ['description', { ...entry, description: undefined }, 'Entry 2 is not valid: description'],
  ['fingerprint', { ...entry, fingerprint: '' }, 'Entry 2 is not valid: fingerprint'],
  ['location', { ...entry, location: undefined }, 'Entry 2 is not valid: location'],
  ['line', { ...entry, location: { path: 'a' } }, 'Entry 2 is not valid: location.lines'],
  ['line of 0', { ...entry, location: { path: 'a', lines: { begin: 0 } } }, 'location.lines.begin'],
])('refuses an entry without %s and names it', (_name, bad, reason) => {
  expect(() => read([entry, bad])).toThrow(reason);
});

test('refuses more than anyone reads', () => {
  expect(() => read(Array.from({ length: 20_001 }, () => entry))).toThrow('more than 20000');
});

test('zero bytes do not reach the database', () => {
  expect(read([{ ...entry, description: 'a\0b' }])[0]?.description).toBe('ab');
});
