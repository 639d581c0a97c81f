import { describe, expect, it } from 'vitest';
import { ageScale } from './age.ts';
import { barWidths } from './divergence-bar.ts';
import { groupByDay } from './group-by-day.ts';
import { extendRange, formatLineRange, parseLineRange } from './line-range.ts';
import { namesRef } from './moved-refs.ts';
import { toDiffRows } from './to-diff-rows.ts';

describe('line ranges', () => {
  it.each([
    ['#L10', { from: 10, to: 10 }],
    ['#L10-20', { from: 10, to: 20 }],
    ['#L20-L10', { from: 10, to: 20 }],
    ['#L0', null],
    ['#note_3', null],
    ['#L1-2-3', null],
    ['', null],
    ['#L9999999999', null],
  ])('%s', (hash, range) => {
    expect(parseLineRange(hash)).toEqual(range);
  });

  it('are written as they are read', () => {
    expect(formatLineRange({ from: 3, to: 3 })).toBe('#L3');
    expect(formatLineRange({ from: 3, to: 9 })).toBe('#L3-9');
  });

  it('stretch from the line chosen first', () => {
    expect(extendRange(null, 5, true)).toEqual({ from: 5, to: 5 });
    expect(extendRange(8, 5, true)).toEqual({ from: 5, to: 8 });
    expect(extendRange(8, 5, false)).toEqual({ from: 5, to: 5 });
  });
});

describe('groupByDay', () => {
  const at = (day: number, hour: number) => new Date(2026, 4, day, hour).toISOString();

  it('names today and yesterday and keeps the order', () => {
    const dates = [at(20, 15), at(20, 9), at(19, 23), at(3, 1)];
    const groups = groupByDay(dates, (date) => date, new Date(2026, 4, 20, 18));
    expect(groups.map((group) => [group.title, group.items.length])).toEqual([
      ['Today', 2],
      ['Yesterday', 1],
      ['Sunday, May 3, 2026', 1],
    ]);
  });

  it('does not merge days that are not neighbours', () => {
    const groups = groupByDay([at(20, 1), at(19, 1), at(20, 2)], (date) => date, new Date(2026, 4, 20, 18));
    expect(groups).toHaveLength(3);
    expect(new Set(groups.map((group) => group.key)).size).toBe(3);
  });
});

describe('toDiffRows', () => {
  it('gives each line an anchor of both counters', () => {
    const rows = toDiffRows({
      fileHash: 'h',
      lines: [
        { kind: 'match', oldLine: 5, newLine: 5, html: '@@' },
        { kind: 'context', oldLine: 5, newLine: 5, html: 'a' },
        { kind: 'removed', oldLine: 6, newLine: null, html: 'b' },
        { kind: 'added', oldLine: null, newLine: 6, html: 'c' },
        { kind: 'added', oldLine: null, newLine: 7, html: 'd', hasNoNewline: true },
      ],
    });
    expect(rows.map((row) => row.lineCode)).toEqual([null, 'h_5_5', 'h_6_6', 'h_7_6', 'h_7_7']);
    expect(rows[0]).toMatchObject({ kind: 'match', oldLine: null, newLine: null });
    expect(rows[4]).toMatchObject({ hasNoNewline: true });
    expect(new Set(rows.map((row) => row.lineCode)).size).toBe(5);
  });
});

describe('barWidths', () => {
  it('fills the half of the longest, and shows one commit at all', () => {
    expect(barWidths({ ahead: 1, behind: 1000 }, 1000)).toEqual({ ahead: 6, behind: 100 });
    expect(barWidths({ ahead: 0, behind: 0 }, 0)).toEqual({ ahead: 0, behind: 0 });
  });
});

describe('ageScale', () => {
  it('is even in time between the oldest and the newest', () => {
    const ageOf = ageScale(['2020-01-01T00:00:00Z', '2020-01-03T00:00:00Z']);
    expect(ageOf('2020-01-01T00:00:00Z')).toBeCloseTo(0.08);
    expect(ageOf('2020-01-02T00:00:00Z')).toBeCloseTo(0.54);
    expect(ageOf('2020-01-03T00:00:00Z')).toBe(1);
    expect(ageScale(['2020-01-01T00:00:00Z'])('2020-01-01T00:00:00Z')).toBe(0.5);
    expect(ageScale([])('never')).toBe(0.5);
  });
});

describe('namesRef', () => {
  const message = (event: string, data: unknown) => ({ topic: 'project:1', event, data });

  it('knows the refs of a push, and takes nothing for granted after a gap', () => {
    expect(namesRef(message('refs_moved', { refs: ['refs/heads/main'] }), 'refs/heads/main')).toBe(true);
    expect(namesRef(message('refs_moved', { refs: ['refs/heads/other'] }), 'refs/heads/main')).toBe(false);
    expect(namesRef(message('refs_moved', null), 'refs/heads/main')).toBe(true);
    expect(namesRef(message('protection_changed', {}), 'refs/heads/main')).toBe(false);
    expect(namesRef(message('realtime.reconnected', null), 'refs/heads/main')).toBe(true);
  });
});
