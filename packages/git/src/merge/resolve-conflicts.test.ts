import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCommit } from '../objects/read-commit.ts';
import { readBlobAt } from '../objects/read-blob.ts';
import { readTreeRecursive } from '../objects/read-tree.ts';
import { closeGitPools } from '../process/cat-file-pool.ts';
import { createTestRepository, type TestRepository } from '../testing/index.ts';
import { conflictSections, joinSections } from './conflict-sections.ts';
import { commitResolution, type ConflictResolution, readConflicts, resolveConflicts } from './resolve-conflicts.ts';

const WHO = { name: 'Ann', email: 'ann@example.test' };
const TEN = Array.from({ length: 10 }, (_unused, index) => `${index + 1}\n`);
const withLines = (changes: Record<number, string>) =>
  TEN.map((line, at) => (changes[at + 1] === undefined ? line : `${changes[at + 1]}\n`)).join('');
const renamed = Array.from({ length: 12 }, (_unused, at) => `renamed ${at}\n`).join('');
const gone = Array.from({ length: 12 }, (_unused, at) => `gone ${at}\n`).join('');

let repository: TestRepository;
let repo: string;
let merge: { target: string; source: string };

beforeAll(async () => {
  repository = await createTestRepository({
    commits: [
      {
        label: 'base',
        files: {
          both: TEN.join(''),
          tool: { mode: '100755', content: TEN.join('') },
          bin: Buffer.from('a\0a'),
          'mod-del': 'x\n'.repeat(9),
          'del-mod': 'y\n'.repeat(9),
          ren: renamed,
          gone,
          clean: 'one\n',
        },
      },
      {
        label: 'target',
        files: {
          both: withLines({ 2: 'T2', 5: 'T5' }),
          tool: { mode: '100755', content: withLines({ 1: 'T' }) },
          bin: Buffer.from('a\0t'),
          'mod-del': `${'x\n'.repeat(9)}t\n`,
          'del-mod': null,
          ren: null,
          'dir/ren-t': renamed.replace('renamed 1\n', 'by target\n'),
          gone: null,
          'gone-renamed': gone,
          added: 'T',
          clean: 'one\ntwo\n',
        },
      },
      {
        label: 'source',
        branch: 'source',
        parents: ['base'],
        files: {
          both: withLines({ 2: 'S2', 5: 'S5', 9: 'S9' }),
          tool: { mode: '100755', content: withLines({ 1: 'S' }) },
          bin: Buffer.from('a\0s'),
          'mod-del': null,
          'del-mod': `${'y\n'.repeat(9)}s\n`,
          ren: null,
          'ren-s': renamed.replace('renamed 10\n', 'by source\n'),
          gone: null,
          added: 'S\n',
        },
      },
    ],
  });
  repo = repository.dir;
  merge = { target: repository.sha('target'), source: repository.sha('source') };
});

afterAll(async () => {
  await closeGitPools();
  await repository.remove();
});

/** One for each conflict. */
const ALL: ConflictResolution[] = [
  { path: 'both', choices: ['source', 'both'] },
  { path: 'tool', content: Buffer.from('edited\n') },
  { path: 'bin', use: 'target' },
  { path: 'mod-del', use: 'source' },
  { path: 'del-mod', use: 'source' },
  { path: 'ren', choices: [], name: 'target' },
  { path: 'gone', use: 'target' },
  { path: 'added', choices: ['target'] },
];

const filesOf = async (rev: string) =>
  (await readTreeRecursive(repo, rev)).entries.map(({ path, mode }) => `${mode} ${path}`);

it('shows every conflict with its versions and its text in sections', async () => {
  const files = new Map((await readConflicts(repo, merge)).map((file) => [file.conflict.path, file]));
  expect([...files.keys()].toSorted()).toEqual(ALL.map(({ path }) => path).toSorted());
  expect([...files.values()].every(({ isResolvable }) => isResolvable)).toBe(true);
  const text = (lines: Buffer[]) => Buffer.concat(lines).toString();
  expect(
    files
      .get('both')
      ?.sections?.map((section) =>
        section.kind === 'merged'
          ? text(section.lines)
          : { base: text(section.base), target: text(section.target), source: text(section.source) },
      ),
  ).toEqual([
    '1\n',
    { base: '2\n', target: 'T2\n', source: 'S2\n' },
    '3\n4\n',
    { base: '5\n', target: 'T5\n', source: 'S5\n' },
    '6\n7\n8\nS9\n10\n',
  ]);
  expect(files.get('bin')).toMatchObject({ sections: null, target: Buffer.from('a\0t') });
  expect(files.get('mod-del')).toMatchObject({ sections: null, source: null });
  // Renamed on both sides and changed in other lines: merged, only the name is in conflict.
  expect(files.get('ren')?.sections?.map(({ kind }) => kind)).toEqual(['merged']);
  expect(files.get('ren')?.source?.toString()).not.toContain('by target');
});

it('commits the resolution with the source as first parent', async () => {
  const { sha } = await commitResolution(repo, {
    ...merge,
    resolutions: ALL,
    message: 'Merge',
    author: WHO,
    committer: WHO,
  });
  expect((await readCommit(repo, sha)).parents).toEqual([merge.source, merge.target]);
  const at = async (path: string) => (await readBlobAt(repo, sha, path)).content.toString();
  expect(await at('both')).toBe(withLines({ 2: 'S2', 5: 'S5\nT5', 9: 'S9' }));
  expect(await at('bin')).toBe('a\0t');
  expect(await at('added')).toBe('T');
  expect(await at('clean')).toBe('one\ntwo\n');
  expect(await at('dir/ren-t')).toContain('by source');
  expect(await at('dir/ren-t')).toContain('by target');
  expect(await filesOf(sha)).toEqual([
    '100644 added',
    '100644 bin',
    '100644 both',
    '100644 clean',
    '100644 del-mod',
    '100644 dir/ren-t',
    '100644 gone-renamed',
    '100755 tool',
  ]);
});

describe('refuses', () => {
  const without = (path: string) => ALL.filter((each) => each.path !== path);
  it.each<[string, ConflictResolution[], string]>([
    ['a file without a resolution', without('bin'), 'unresolved'],
    ['a file that is not in conflict', [...ALL, { path: 'clean', use: 'source' }], 'not_in_conflict'],
    ['too few choices', [...without('both'), { path: 'both', choices: ['source'] }], 'choices_mismatch'],
    ['too many choices', [...without('added'), { path: 'added', choices: ['source', 'source'] }], 'choices_mismatch'],
    ['choices for a binary file', [...without('bin'), { path: 'bin', choices: ['source'] }], 'choices_mismatch'],
  ])('%s', async (_name, resolutions, code) => {
    await expect(resolveConflicts(repo, { ...merge, resolutions })).rejects.toMatchObject({ details: { code } });
  });

  it('a merge without conflicts', async () => {
    const input = { target: repository.sha('base'), source: merge.source, resolutions: [] };
    await expect(resolveConflicts(repo, input)).rejects.toMatchObject({ details: { code: 'no_conflicts' } });
  });
});

describe('sections', () => {
  it.each([
    ['lines that look like markers', '<<<<<<< a\n', '=======\n', '>>>>>>> b\n||||||| c\n'],
    ['line ends of Windows', 'a\r\nb\r\n', 'a\r\nt\r\n', 'a\r\ns\r\n'],
    ['no line end', 'a', 'b', 'c'],
    ['one side without text', 'a\n', '', 'c'],
    ['bytes of no encoding', '\u00e9\n', '\u00e8\n', '\u00ea\n'],
  ])('keep %s', async (_name, base, target, source) => {
    const bytes = (text: string) => Buffer.from(text, 'latin1');
    const sections = await conflictSections({ base: bytes(base), target: bytes(target), source: bytes(source) });
    const choices = (side: 'source' | 'target') => sections.flatMap(({ kind }) => (kind === 'conflict' ? side : []));
    expect(choices('source')).toHaveLength(1);
    expect(joinSections(sections, choices('target'))?.toString('latin1')).toBe(target);
    expect(joinSections(sections, choices('source'))?.toString('latin1')).toBe(source);
  });
});
