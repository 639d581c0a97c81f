import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fc } from '@tributary/contract/testing/properties.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { closeGitPools } from '../process/cat-file-pool.ts';
import { runGit } from '../process/run-git.ts';
import { createTestRepository } from '../testing/index.ts';
import { FileAttributes } from './file-attributes.ts';
import { GlobPattern } from './glob-pattern.ts';

afterAll(closeGitPools);

const matches = (pattern: string, path: string) => new GlobPattern(pattern).matches(path, { steps: 1_000_000 });

describe('a pattern', () => {
  it.each([
    ['*.js', 'a.js', true],
    ['*.js', 'a.jsx', false],
    ['a*b*c', 'aXbYbZc', true],
    ['a*b*c', 'aXbYb', false],
    ['?', 'é', true],
    ['??', 'a', false],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[]]', ']', true],
    ['[a', '[a', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/x/a.ts', false],
    ['src/**', 'src/x/a.ts', true],
    ['src/**', 'src', false],
    ['**/a.ts', 'a.ts', true],
    ['**/a.ts', 'x/y/a.ts', true],
    ['src/**/a.ts', 'src/a.ts', true],
    ['src/**/a.ts', 'src/x/y/a.ts', true],
    ['src/**/a.ts', 'srcx/a.ts', false],
    ['', 'a', false],
  ])('%s on %s: %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it('that is made to be slow costs no more than its length times that of the path', () => {
    const budget = { steps: 200_000 };
    expect(new GlobPattern(`${'*a'.repeat(100)}b`).matches('a'.repeat(1_000), budget)).toBe(false);
    expect(budget.steps).toBeGreaterThan(0);
    const small = { steps: 10 };
    expect(new GlobPattern('*a').matches('a'.repeat(100), small)).toBe(false);
  });
});

const ROOT = `# made by tools
*.gen.ts linguist-generated
*.snap   -diff
*.pdf binary
/only-here.txt gitlab-generated=true
docs/** linguist-generated=true
docs/README.md -linguist-generated
yarn.lock linguist-generated=false
!bad linguist-generated
dir/ linguist-generated
`;

describe('attributes', () => {
  const said = (texts: Record<string, string>) => {
    const read: string[] = [];
    const attributes = new FileAttributes(Object.keys(texts), async (directory) => {
      read.push(directory);
      return texts[directory];
    });
    return { attributes, read };
  };
  const { attributes } = said({ '': ROOT, sub: '*.gen.ts -linguist-generated\nlocal.txt linguist-generated\n' });

  it.each([
    ['a.gen.ts', 'attribute'],
    ['deep/down/a.gen.ts', 'attribute'],
    ['sub/a.gen.ts', 'kept'],
    ['sub/local.txt', 'attribute'],
    ['local.txt', null],
    ['x/y.snap', 'no_diff_attribute'],
    ['x/y.pdf', 'no_diff_attribute'],
    ['only-here.txt', 'attribute'],
    ['x/only-here.txt', null],
    ['docs/a/b.md', 'attribute'],
    ['docs/README.md', 'kept'],
    ['yarn.lock', 'kept'],
    ['bad', null],
    ['dir/a', null],
  ])('%s: %s', async (path, expected) => {
    await attributes.look(path);
    expect(attributes.generated(path)).toBe(expected);
  });

  it('are read once, and only where a path is', async () => {
    const { attributes: some, read } = said({ '': '*.a -diff\n', x: '*.a diff\n', 'x/y': '', z: '*.a diff\n' });
    await Promise.all([some.look('x/f.a'), some.look('x/g.a'), some.look('q/f.a')]);
    expect(read).toEqual(['', 'x']);
    expect([some.generated('x/f.a'), some.generated('q/f.a')]).toEqual([null, 'no_diff_attribute']);
    await some.look('x/y/f.a');
    expect(read).toEqual(['', 'x', 'x/y']);
  });

  it('mean what they mean to git', async () => {
    const repo = await createTestRepository({ files: { 'a.txt': 'a\n' } });
    const file = join(repo.dir, 'attributes');
    const part = fc.constantFrom('a', 'b', '*', '?', '**', '/', '.', '[ab]', '[!a]');
    const patterns = fc.array(fc.array(part, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 });
    const paths = ['a', 'b', 'a/b', 'a/a', 'b/a/b', 'a.b', 'a/b/a.b', 'ab', 'ab/ba', 'b/ab.a'];
    await fc.assert(
      fc.asyncProperty(patterns, async (list) => {
        // A name with stars beside other letters and slashes is where git's own versions differ from each other.
        const usable = list.map((each) => each.join('')).filter((each) => !/\*{2}[^/]|[^/]\*{2}|\/\/|\/$/.test(each));
        const text = usable.map((each, at) => `${each} ${['', '-', '!'][at % 3]}linguist-generated`).join('\n');
        await writeFile(file, `${text}\n`);
        const config = [['core.attributesFile', file]] as const;
        const args = ['check-attr', '-z', 'linguist-generated', ...paths];
        const answers = (await runGit(repo.dir, args, { config, noSeparator: true })).toString().split('\0');
        const { attributes: read } = said({ '': text });
        await read.look('a');
        for (const [at, path] of paths.entries()) {
          const value = answers[at * 3 + 2];
          const expected = value === 'set' ? 'attribute' : value === 'unset' ? 'kept' : null;
          expect([text, path, read.generated(path)]).toEqual([text, path, expected]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are unspecified again where a later line takes them back', async () => {
    const { attributes: read } = said({ '': '*.lock -diff linguist-generated\nown.lock !diff !linguist-generated\n' });
    await read.look('own.lock');
    expect([read.generated('other.lock'), read.generated('own.lock')]).toEqual(['attribute', null]);
  });

  it('are read of the directories of a commit, and of nothing else', async () => {
    const repo = await createTestRepository({
      files: { '.gitattributes': '*.a -diff\n', 'x/.gitattributes': '*.a diff\n', 'x/f.a': '1', 'f.a': '1' },
    });
    const odd = ['//%FF/f.a', 'new\nline/f.a', ':(glob)/f.a', '-x/f.a'];
    const read = FileAttributes.of(repo.dir, repo.sha('initial'), ['x/f.a', 'f.a', ...odd]);
    for (const path of ['x/f.a', 'f.a', ...odd]) await read.look(path);
    expect(read.generated('x/f.a')).toBeNull();
    for (const path of ['f.a', ...odd]) expect([path, read.generated(path)]).toEqual([path, 'no_diff_attribute']);
  });
});
