import { describe, expect, it } from 'vitest';
import { resolvePlain } from '../yaml/scalars.ts';
import { parseDuration } from './duration.ts';
import { expandAll, expandVariables } from './expand-variables.ts';
import { evaluateExpression, parseExpression } from './expression.ts';
import { compileGlob, matchesAnyGlob } from './glob.ts';
import { compilePattern } from './pattern.ts';

const VALUES: Record<string, string> = {
  BRANCH: 'feature/login',
  MAIN: 'main',
  EMPTY: '',
  PATTERN: '/^feature\\//',
  LINES: 'one\ntwo',
  BROKEN: '/(/',
};
const lookup = (name: string) => VALUES[name];

describe('expressions', () => {
  it.each<[string, boolean | 'invalid']>([
    ['$MAIN', true],
    ['$EMPTY', false],
    ['$MISSING', false],
    ['$MAIN == "main"', true],
    ["$MAIN == 'main'", true],
    ['${MAIN} == "main"', true],
    ['"main" == $MAIN', true],
    ['$MAIN != "main"', false],
    ['$MISSING == null', true],
    ['$EMPTY == null', false],
    ['$EMPTY == ""', true],
    ['$MISSING == ""', false],
    ['$MISSING != null', false],
    ['$MAIN == $MAIN', true],
    ['$BRANCH =~ /^feature/', true],
    ['$BRANCH =~ /^FEATURE/', false],
    ['$BRANCH =~ /^FEATURE/i', true],
    ['$BRANCH =~ /feature\\/login$/', true],
    ['$BRANCH !~ /^feature/', false],
    ['$MISSING =~ /a/', false],
    ['$MISSING !~ /a/', true],
    ['$BRANCH =~ $PATTERN', true],
    ['$BRANCH =~ $BROKEN', false],
    ['$BRANCH =~ /^feature/U', true],
    ['$BRANCH =~ /^FEATURE/imsU', true],
    ['"in" =~ "main"', true],
    ['"main" =~ "in"', false],
    ['$MAIN =~ $MISSING', false],
    ['$MAIN !~ $MISSING', true],
    ['$MISSING =~ /^x*$/', true],
    ['$EMPTY !~ /^$/', false],
    ['$LINES =~ /^two$/', true],
    ['$LINES =~ /one.two/', false],
    ['$LINES =~ /one.two/m', true],
    ['$MAIN == "main" && $BRANCH =~ /login/', true],
    ['$MAIN == "x" || $BRANCH =~ /login/', true],
    ['$MAIN == "x" && $EMPTY || $MAIN', true],
    ['$MAIN || $MAIN == "x" && $EMPTY', true],
    ['($MAIN || $MAIN == "x") && $EMPTY', false],
    ['(($MAIN))', true],
    ['!$MAIN', false],
    ['!$MISSING && !$EMPTY', true],
    ['!($MAIN == "x")', true],
    ['!!$MAIN', true],
    ['$MAIN == true', false],
    ['true', true],
    ['false || $EMPTY', false],
    ['"text"', true],
    ['null', false],
    ['!', 'invalid'],
    ['!/x/', 'invalid'],
    ['!'.repeat(1_000), 'invalid'],
    ['$[[ inputs.a ]] == "x"', 'invalid'],
    ['$MAIN ==', 'invalid'],
    ['== "x"', 'invalid'],
    ['$MAIN = "x"', 'invalid'],
    ['$MAIN =~ null', 'invalid'],
    ['$MAIN == /x/', 'invalid'],
    ['$MAIN =~ /(/', 'invalid'],
    ['$MAIN =~ /(?=x)/', 'invalid'],
    ['($MAIN', 'invalid'],
    ['$MAIN)', 'invalid'],
    ['$MAIN $EMPTY', 'invalid'],
    ['MAIN == "x"', 'invalid'],
    ['', 'invalid'],
    ['('.repeat(1_000), 'invalid'],
  ])('%s is %s', (text, expected) => {
    const expression = parseExpression(text);
    expect(expression ? evaluateExpression(expression, lookup) : 'invalid').toBe(expected);
  });

  it('matches a pattern that other engines need years for in no time', () => {
    const text = 'a'.repeat(5_000);
    const started = performance.now();
    expect(compilePattern('/^(a+)+$/')?.test(`${text}!`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

it('bounds the time of large patterns on long texts', () => {
  const before = process.cpuUsage();
  expect(compilePattern(String.raw`/[\p{L}]{0,900}z/i`)?.test('é'.repeat(1_000_000))).toBe(false);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
});

it.each<[string, number | undefined]>([
  ['90', 90],
  ['30s', 30],
  ['10 mins 20 sec', 620],
  ['1h 30m', 5_400],
  ['3h30m', 12_600],
  ['1.5 hours', 5_400],
  ['1 day', 86_400],
  ['2 weeks and 2 days', 1_382_400],
  ['1 month', 2_592_000],
  ['1 yr', 31_557_600],
  ['one week', 604_800],
  ['1:30:00', 5_400],
  ['1 week, 2 hours', 612_000],
  ['never', undefined],
  ['soon', undefined],
  ['1 fortnight', undefined],
  ['', undefined],
  ['-1 day', undefined],
])('reads the duration "%s" as %s seconds', (text, expected) => expect(parseDuration(text)).toBe(expected));

it.each<[string, string, boolean]>([
  ['README.md', 'README.md', true],
  ['README.md', 'docs/README.md', false],
  ['*.md', 'README.md', true],
  ['*.md', 'docs/a.md', false],
  ['**/*.md', 'README.md', true],
  ['**/*.md', 'docs/a/b.md', true],
  ['docs/**/*', 'docs/a/b.md', true],
  ['docs/**', 'docs/a/b.md', false],
  ['docs/**', 'docs/a.md', true],
  ['*/docs/', 'a/docs/b/c.md', true],
  ['docs/*', 'docs/a/b.md', false],
  ['src/{a,b}/*.ts', 'src/b/x.ts', true],
  ['src/{a,b}/*.ts', 'src/c/x.ts', false],
  ['file?.txt', 'file1.txt', true],
  ['file[0-9].txt', 'file7.txt', true],
  ['file[!0-9].txt', 'file7.txt', false],
  ['**/.env', 'a/.env', true],
  ['*', '.hidden', true],
  ['a+b/*.js', 'a+b/x.js', true],
  ['[', '[', true],
])('the glob %s on %s gives %s', (glob, path, expected) => expect(compileGlob(glob)(path)).toBe(expected));

it('finds folders by the slash at the end', () => {
  expect(matchesAnyGlob(['docs/'], ['docs/a/b.md'])).toBe(true);
  expect(matchesAnyGlob(['docs/', 'doc'], ['docs.md', 'doc/a'])).toBe(false);
});

it('lets very many comparisons count as a match', () => {
  const paths = Array.from({ length: 60_000 }, (_, at) => `src/${at}.ts`);
  expect(matchesAnyGlob(['*.md'], paths)).toBe(true);
  expect(matchesAnyGlob(['*.md'], paths.slice(0, 100))).toBe(false);
});

it.each<[string, string]>([
  ['$MAIN', 'main'],
  ['${MAIN}-x', 'main-x'],
  ['%MAIN%', 'main'],
  ['$$MAIN', '$MAIN'],
  ['$MISSING!', '!'],
  ['100 % done %', '100 % done %'],
  ['review/$BRANCH', 'review/feature/login'],
  ['$', '$'],
])('expands %s to %s', (text, expected) => expect(expandVariables(text, lookup)).toBe(expected));

describe('variables in variables', () => {
  const expand = (...list: Array<[string, string, boolean?]>) =>
    Object.fromEntries(expandAll(list.map(([key, value, raw = false]) => ({ key, value, raw }))));

  it('are expanded in any order, and kept where they are raw', () => {
    expect(expand(['A', '$B-a'], ['B', '$C-b'], ['C', 'c'])).toEqual({ A: 'c-b-a', B: 'c-b', C: 'c' });
    expect(expand(['A', '$B'], ['B', '$C', true], ['C', 'c'])).toEqual({ A: '$C', B: '$C', C: 'c' });
    expect(expand(['A', '1'], ['A', '2'], ['B', '$A$NONE'])).toEqual({ A: '2', B: '2$NONE' });
  });

  it('end with cycles and with values that would grow without end', () => {
    expect(expand(['A', '$B'], ['B', '$A'])).toEqual({ A: '$A', B: '$A' });
    expect(expand(['PATH', '$PATH:/bin'])).toEqual({ PATH: '$PATH:/bin' });
    const list = Array.from({ length: 40 }, (_, at): [string, string] => [`V${at}`, `$V${at + 1}$V${at + 1}`]);
    const lengths = Object.values(expand(...list, ['V40', 'x'.repeat(1_000)])).map((value) => value.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1_000_000);
  });
});

it.each<[string, string | number | boolean | null]>([
  ['yes', true],
  ['On', true],
  ['off', false],
  ['y', 'y'],
  ['~', null],
  ['1_000', 1_000],
  ['010', 8],
  ['0x1F', 31],
  ['1.10', 1.1],
  ['1e3', '1e3'],
  ['1.2.3', '1.2.3'],
  ['-5', -5],
  ['12345678901234567890', '12345678901234567890'],
  ['2026-01-02', '2026-01-02'],
])('reads the plain scalar %s as %s', (text, expected) => expect(resolvePlain(text)).toBe(expected));
