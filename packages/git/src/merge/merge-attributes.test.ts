import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closeGitPools } from '../process/cat-file-pool.ts';
import { attributesBelow } from './merge-attributes.ts';
import { batchMergeability, mergeability } from './mergeability.ts';

const work = mkdtempSync(join(tmpdir(), 'merge-attributes-'));
const identity = ['-c', 'user.name=T', '-c', 'user.email=t@example.test', '-c', 'core.attributesFile=/dev/null'];
const git = (...args: string[]): string =>
  execFileSync('git', [...identity, ...args], {
    cwd: work,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

const LINES = Array.from({ length: 20 }, (_unused, index) => `l${index}\n`).join('');
const BOTH_ENDS = { ours: `x\n${LINES}`, theirs: `${LINES}y\n` };
const SAME_END = { ours: `${LINES}o\n`, theirs: `${LINES}t\n` };

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    writeFileSync(join(work, path), text);
  }
  git('add', '-A');
  git('commit', '-qm', 'x');
}

/** Both answers are those of `git merge` in a clone of the target. */
async function expectAsGitDoes(
  attributes: Record<string, string>,
  path: string,
  change: { ours: string; theirs: string },
): Promise<boolean> {
  git('checkout', '-q', '--orphan', `base${Math.random()}`);
  git('rm', '-rqf', '--ignore-unmatch', '.');
  write({ ...attributes, [path]: LINES });
  const base = git('rev-parse', 'HEAD');
  git('checkout', '-q', '--detach', base);
  write({ [path]: change.theirs });
  const source = git('rev-parse', 'HEAD');
  git('checkout', '-q', '--detach', base);
  write({ [path]: change.ours });
  const target = git('rev-parse', 'HEAD');
  let tree: string | null = null;
  try {
    git('merge', '-q', '--no-edit', source);
    tree = git('rev-parse', 'HEAD^{tree}');
  } catch {
    git('merge', '--abort');
  }
  const repo = join(work, '.git');
  for (const result of [
    await mergeability(repo, target, source),
    ...(await batchMergeability(repo, [{ target, source }])),
  ]) {
    expect(result.clean).toBe(tree !== null);
    if (tree !== null) expect(result.treeOid).toBe(tree);
    else expect(result.conflicts.map((conflict) => conflict.path)).toEqual([path]);
  }
  return tree !== null;
}

git('init', '-q');

afterAll(async () => {
  await closeGitPools();
  rmSync(work, { recursive: true, force: true });
});

describe('attributes that say how a file merges', () => {
  it.each<[string, Record<string, string>, string, { ours: string; theirs: string }, boolean]>([
    ['none', {}, 'a', SAME_END, false],
    ['union', { '.gitattributes': 'a merge=union\n' }, 'a', SAME_END, true],
    ['-merge', { '.gitattributes': '*.lock -merge\n' }, 'x.lock', BOTH_ENDS, false],
    ['binary', { '.gitattributes': '*.dat binary' }, 'd/x.dat', BOTH_ENDS, false],
    ['merge=binary', { '.gitattributes': 'x merge=binary' }, 'x', BOTH_ENDS, false],
    ['merge=text on a binary file', { '.gitattributes': '* binary\nx merge=text' }, 'x', BOTH_ENDS, true],
    ['a driver that is not there', { '.gitattributes': 'x merge=ours' }, 'x', BOTH_ENDS, true],
    ['a nearer file', { '.gitattributes': '* -merge', 'd/.gitattributes': 'x merge=union' }, 'd/x', SAME_END, true],
    ['a nearer file, deeper', { 'd/.gitattributes': 'x merge=union' }, 'd/e/f/x', SAME_END, true],
    ['a nearer file, rooted', { 'd/.gitattributes': '/x merge=union' }, 'd/e/x', SAME_END, false],
    [
      'a nearer file takes back',
      { '.gitattributes': '* merge=union', 'd/.gitattributes': 'x !merge' },
      'd/x',
      SAME_END,
      false,
    ],
    ['a macro', { '.gitattributes': '[attr]own -merge\n*.o own' }, 'd/x.o', BOTH_ENDS, false],
    ['a macro below is none', { 'd/.gitattributes': '[attr]own -merge\n*.o own' }, 'd/x.o', BOTH_ENDS, true],
    ['signs of patterns in a directory', { 'd [1]*/.gitattributes': 'x merge=union' }, 'd [1]*/x', SAME_END, true],
    ['a quoted pattern', { 'd/.gitattributes': '"a b" merge=union' }, 'd/a b', SAME_END, true],
    ['text and ends of lines alone', { '.gitattributes': '* text eol=lf ident' }, 'x', BOTH_ENDS, true],
    ['larger markers', { '.gitattributes': 'x conflict-marker-size=20' }, 'x', SAME_END, false],
  ])('%s', async (_name, attributes, path, change, isClean) => {
    expect(await expectAsGitDoes(attributes, path, change)).toBe(isClean);
  });

  it('reads lines of a directory at the root', () => {
    expect(attributesBelow('a"\\b', '# no\n!x y\nz/ merge\n*.q merge=union\r\n')).toBe(
      '"a\\"\\\\\\\\b/**/*.q" merge=union\n',
    );
  });
});
