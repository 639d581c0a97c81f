import { fc, runs } from '@tributary/contract/testing/properties.ts';
import { describe, expect, it } from 'vitest';
import { scanReferences } from './scan-references.ts';

function refs(text: string, before = ''): string[] {
  return scanReferences(text, before).map(({ kind, ref }) => `${kind} ${ref}`);
}

describe('scanReferences', () => {
  const cases: Array<[text: string, found: string[]]> = [
    ['#12', ['issue #12']],
    ['(#12), #13.', ['issue #12', 'issue #13']],
    ['fixes:#12', ['issue #12']],
    ['group/sub.group/project-x#12', ['issue group/sub.group/project-x#12']],
    ['project#12', ['issue project#12']],
    ['...#12', ['issue #12']],
    ['a #0 #012 #12a #1.5 é#12 /#12 a/#12 &#12 ##12', []],
    ['#12345678901', []],
    ['!12 group/project!3', ['merge_request !12', 'merge_request group/project!3']],
    ['&12 group&3', ['epic &12', 'epic group&3']],
    ['@ann @bob.b, @group/sub. @_x', ['user @ann', 'user @bob.b', 'user @group/sub', 'user @_x']],
    ['ann@example a@b@c @ @- @ann@b', []],
    ['(@ann)', ['user @ann']],
    [
      '~bug ~bug-fix, ~"two words" ~scope::x ~ü',
      ['label ~bug', 'label ~bug-fix', 'label ~"two words"', 'label ~scope::x', 'label ~ü'],
    ],
    ['~~x~~ a~b ~/home ~" " ~"open ~12~', []],
    ['~12', ['label ~12']],
    ['group/project~bug', ['label group/project~bug']],
    ['%1.0 %"Next one" %v2. 100%x %20', ['milestone %1.0', 'milestone %"Next one"', 'milestone %v2', 'milestone %20']],
    ['group/project%1.0', ['milestone group/project%1.0']],
    [
      'a1b2c3d a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4e5f6a1b2',
      ['commit a1b2c3d', 'commit a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4e5f6a1b2'],
    ],
    ['a1b2c3 a1b2c3dg xa1b2c3d defaced a1b2c3d.txt lib/a1b2c3d A1B2C3D', []],
    ['550e8400-e29b-41d4-a716-446655440000', []],
    ['a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4e5f6a1b2c', []],
    ['a1b2c3d..b1c2d3e a1b2c3d...b1c2d3e', ['commit_range a1b2c3d..b1c2d3e', 'commit_range a1b2c3d...b1c2d3e']],
    ['a1b2c3d.', ['commit a1b2c3d']],
    [
      'group/project@a1b2c3d group/project@a1b2c3d..b1c2d3e',
      ['commit group/project@a1b2c3d', 'commit_range group/project@a1b2c3d..b1c2d3e'],
    ],
    ['group/project@main', []],
  ];

  it.each(cases)('%s', (text, found) => {
    expect(refs(text)).toEqual(found);
  });

  it('reads titles and summaries', () => {
    expect(scanReferences('#12+ #13+s #14+x !1+').map(({ ref, format, end }) => [ref, format, end])).toEqual([
      ['#12', '+', 4],
      ['#13', '+s', 10],
      ['#14', '', 14],
      ['!1', '+', 20],
    ]);
  });

  it('knows the character before the text', () => {
    expect(refs('#12', 'a')).toEqual([]);
    expect(refs('#12', ' ')).toEqual(['issue #12']);
    expect(refs('a1b2c3d', '/')).toEqual([]);
  });

  it('gives ranges that are in order, apart and as written', () => {
    const pieces = fc.constantFrom(
      '#',
      '!',
      '@',
      '~',
      '%',
      '&',
      '12',
      'a/b',
      'a1b2c3d',
      '.',
      '..',
      '"',
      ' ',
      '+',
      'é',
      '-',
      ':',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        let from = 0;
        for (const { start, end, ref, format } of scanReferences(text)) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(text.slice(start, end)).toBe(ref + format);
          from = end;
        }
      }),
      { numRuns: runs(2_000) },
    );
  });
});
