import { describe, expect, it } from 'vitest';
import { initialsOf } from './avatar.tsx';
import { diffSquares } from './diff-stat.tsx';
import { parseTyped, tokensOf } from './filter-bar.tsx';
import type { FilterField } from './filter-bar.tsx';
import { readableOn } from './label.tsx';
import { tailOf } from './odd-name.tsx';
import { pagesToShow } from './pagination.tsx';
import { positionTooltip } from './tooltip-layer.tsx';

describe('initialsOf', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['ada', 'A'],
    ['river-delta', 'RD'],
    ['🦊 fox', '🦊F'],
    ['  ', '?'],
    ['Grace Brewster Murray Hopper', 'GH'],
  ])('%s is %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe('tailOf', () => {
  it('leaves short names whole and those from right to left in one piece', () => {
    expect(tailOf('größe.ts')).toBeNull();
    expect(tailOf('عبد-الرحمن-بن-محمد-الأنصاري.ts')).toBeNull();
  });

  it('cuts no character apart', () => {
    expect(tailOf(`${'x'.repeat(20)}🦊${'y'.repeat(13)}`)).toBe(`🦊${'y'.repeat(13)}`);
  });
});

describe('diffSquares', () => {
  const count = (added: number, removed: number): string =>
    diffSquares(added, removed)
      .map((kind) => kind.charAt(0))
      .join('');

  it('shows each kind that occurs', () => {
    expect([count(0, 0), count(1, 0), count(1, 1), count(1000, 1), count(1, 1000), count(0, 9)]).toEqual([
      'nnnnn',
      'annnn',
      'arnnn',
      'aaaar',
      'arrrr',
      'rrrrr',
    ]);
  });
});

describe('pagesToShow', () => {
  it('keeps the ends and the neighbours, and shows a page rather than a gap of one', () => {
    expect(pagesToShow(1, 1)).toEqual([1]);
    expect(pagesToShow(5, 12)).toEqual([1, 0, 4, 5, 6, 0, 12]);
    expect(pagesToShow(3, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(pagesToShow(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('readableOn', () => {
  it('takes black on light and white on dark', () => {
    expect([readableOn('#ffffff'), readableOn('#000000'), readableOn('#5843ad'), readableOn('#f0f4c3')]).toEqual([
      '#000000',
      '#ffffff',
      '#ffffff',
      '#000000',
    ]);
  });
});

describe('positionTooltip', () => {
  const view = { width: 400, height: 300 };
  const size = { width: 100, height: 20 };

  it('turns to the other side and stays in the window', () => {
    expect(positionTooltip('top', { left: 150, top: 100, width: 40, height: 20 }, size, view)).toEqual({
      left: 120,
      top: 74,
    });
    expect(positionTooltip('top', { left: 150, top: 4, width: 40, height: 20 }, size, view)).toEqual({
      left: 120,
      top: 30,
    });
    expect(positionTooltip('top', { left: 0, top: 100, width: 20, height: 20 }, size, view).left).toBe(8);
    expect(positionTooltip('right', { left: 360, top: 100, width: 30, height: 20 }, size, view).left).toBe(254);
  });
});

describe('filters', () => {
  const fields: FilterField[] = [
    { key: 'author', label: 'Author' },
    { key: 'label', label: 'Label', multiple: true, options: [{ id: '7', text: 'needs work' }] },
  ];

  it('reads tokens from the address', () => {
    const tokens = tokensOf(fields, new URLSearchParams('label=a&author=ada&label=b&page=2'));
    expect(tokens.map((token) => [token.field.key, token.value])).toEqual([
      ['author', 'ada'],
      ['label', 'a'],
      ['label', 'b'],
    ]);
  });

  it('takes typed tokens out of the words, and leaves other colons alone', () => {
    const { words, values } = parseTyped('crash author:ada Label:"Needs work" label:ui http://x std::map', fields);
    expect(words).toBe('crash http://x std::map');
    expect([...values]).toEqual([
      ['author', ['ada']],
      ['label', ['7', 'ui']],
    ]);
  });
});
