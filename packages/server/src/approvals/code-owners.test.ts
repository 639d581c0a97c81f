import { describe, expect, test } from 'vitest';
import { entriesFor, parseCodeOwners } from './code-owners.ts';

const FILE = `
# Everything
* @all
*.md @writers docs@example.com
/src/ @team/core
\\#odd @odd
with\\ space/ @spacer

[Docs][2] @docs-lead
docs/
docs/**/*.png @designer
!docs/generated/

^[Security] @sec
/src/auth/** @@maintainer
/src/auth/readme.txt

[docs]
/guides/*  @guide # comment @nobody
README
`;

describe('owners of files', () => {
  const file = parseCodeOwners(FILE);
  // [path, [section, pattern, owners, roles] of each]
  const cases: [string, [string, string, string[]][]][] = [
    ['a.txt', [['', '*', ['all']]]],
    ['deep/down/a.txt', [['', '*', ['all']]]],
    ['x.md', [['', '*.md', ['writers']]]],
    ['src/a.ts', [['', '/src/', ['team/core']]]],
    ['other/src/a.ts', [['', '*', ['all']]]],
    ['src', [['', '*', ['all']]]],
    ['#odd', [['', '\\#odd', ['odd']]]],
    ['with space/a', [['', 'with space/', ['spacer']]]],
    [
      'docs/a.txt',
      [
        ['', '*', ['all']],
        ['Docs', 'docs/', ['docs-lead']],
      ],
    ],
    [
      'lib/docs/deep/a.txt',
      [
        ['', '*', ['all']],
        ['Docs', 'docs/', ['docs-lead']],
      ],
    ],
    [
      'docs/img/a.png',
      [
        ['', '*', ['all']],
        ['Docs', 'docs/**/*.png', ['designer']],
      ],
    ],
    ['docs/generated/a.png', [['', '*', ['all']]]],
    [
      'src/auth/x.ts',
      [
        ['', '/src/', ['team/core']],
        ['Security', '/src/auth/**', []],
      ],
    ],
    [
      'src/auth/readme.txt',
      [
        ['', '/src/', ['team/core']],
        ['Security', '/src/auth/readme.txt', ['sec']],
      ],
    ],
    [
      'guides/a',
      [
        ['', '*', ['all']],
        ['Docs', '/guides/*', ['guide']],
      ],
    ],
    ['guides/deep/a', [['', '*', ['all']]]],
    ['lib/README', [['', '*', ['all']]]],
  ];
  test.each(cases)('%s', (path, expected) => {
    const found = entriesFor(file, [path]);
    expect(found.map(({ section, entry }) => [section.name, entry.text, entry.owners.names])).toEqual(expected);
  });

  test('sections know how many approvals they ask for', () => {
    const known = file.sections.map(({ name, isOptional, approvalsRequired }) => [name, isOptional, approvalsRequired]);
    expect(known).toEqual([
      ['', false, 1],
      ['Docs', false, 2],
      ['Security', true, 1],
    ]);
    expect(file.sections[2]?.entries[0]?.owners).toEqual({ names: [], emails: [], roles: [40] });
    expect(file.problems).toEqual([{ line: 20, problem: 'missing_entry_owner' }]);
  });
});

test.each([
  ['*.txt', 'missing_entry_owner'],
  ['*.txt owner', 'invalid_entry_owner'],
  ['a b.txt @x', 'invalid_entry_owner'],
  ['[] @x', 'missing_section_name'],
  ['[Docs @x', 'invalid_section_format'],
  ['[Docs]@x', 'invalid_section_format'],
  ['[Docs][0] @x', 'invalid_approval_requirement'],
  ['[Docs][-1] @x', 'invalid_approval_requirement'],
  ['[Docs][two] @x', 'invalid_approval_requirement'],
  ['[Docs] nobody @x', 'invalid_section_owner'],
])('%s is an error', (line, problem) => {
  expect(parseCodeOwners(`# first\n${line}`).problems).toContainEqual({ line: 2, problem });
});

test('what stands without a name or owner asks nobody', () => {
  expect(parseCodeOwners('').sections).toEqual([]);
  expect(entriesFor(parseCodeOwners('*.txt nobody'), ['a.txt'])).toEqual([]);
  expect(entriesFor(parseCodeOwners('[Docs][0] @x\n*.md'), ['a.md'])[0]?.section.approvalsRequired).toBe(1);
});
