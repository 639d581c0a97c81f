import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aheadBehind,
  archive,
  blame,
  buildDiffIndex,
  bufferReader,
  closeGitPools,
  decodeFileText,
  encodingAt,
  displayPath,
  findEntry,
  type IndexFile,
  isZeroOid,
  grep,
  lastCommitForEntries,
  listBranches,
  listCommits,
  listTags,
  maintainRepository,
  markInlineChanges,
  mergeBase,
  mergeability,
  pairChangedLines,
  parsePatch,
  readBlob,
  readBlobAt,
  readCommit,
  readIndexFiles,
  readTree,
  readTreeRecursive,
  splitLines,
  type TextRange,
  verifyRepository,
} from '../index.ts';
import type { TestFile, TestRepository } from './index.ts';
import { ODD_HISTORY, ODD_NAMES, buildOddRepository, clientGit, oddContents, startGitServer } from './index.ts';

let repository: TestRepository;
let repo: string;

beforeAll(async () => {
  repository = await buildOddRepository();
  repo = repository.dir;
});

afterAll(async () => {
  await closeGitPools();
  await repository.remove();
});

/** Each line of the hunks is that of the file with its number, all are counted, and marked is what is not on both sides. */
async function checkHunks(file: IndexFile, patch: Buffer): Promise<void> {
  const hunks = parsePatch(patch);
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (type: string) => lines.filter((line) => line.type === type).length;
  expect([file.newPath, count('added'), count('removed')]).toEqual([file.newPath, file.addedLines, file.removedLines]);
  if (lines.length > 0 && !file.isSubmodule) {
    const [old, now] = [await linesAt('before', file.oldPath, file.oldOid), await linesAt('after', file.newPath, file.newOid)]; // prettier-ignore
    for (const { type, text, oldLine, newLine } of lines)
      expect([file.newPath, text]).toEqual([file.newPath, type === 'removed' ? old[(oldLine ?? 0) - 1] : now[(newLine ?? 0) - 1]]); // prettier-ignore
  }
  for (const { removed, added } of hunks.flatMap(pairChangedLines)) {
    const marks = markInlineChanges(removed.text, added.text);
    // Lines with nothing in common are not marked at all.
    if (marks.old.length + marks.new.length > 0)
      expect(without(removed.text, marks.old)).toBe(without(added.text, marks.new));
  }
}

async function linesAt(label: string, path: string, oid: string): Promise<string[]> {
  if (isZeroOid(oid)) return [];
  const content = await readBlob(repo, oid);
  return splitLines(decodeFileText(content, await encodingAt(repo, repository.sha(label), path, content)));
}

function without(text: string, ranges: readonly TextRange[]): string {
  return ranges.toReversed().reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
}

describe('the odd repository (P-20)', () => {
  it.each(Object.entries(ODD_NAMES))('name %s is listed, read and blamed', async (_label, path) => {
    const after = repository.sha('after');
    expect((await readBlobAt(repo, after, path)).content.toString()).toBe('after\n');
    expect((await blame(repo, after, path))[0]?.commit.subject).toBe('After');
    expect((await listCommits(repo, { rev: after, path })).map(({ subject }) => subject)).toEqual(['After', 'Before']);
    expect(displayPath(path).isWellFormed()).toBe(true);
  });

  it('lists every name once', async () => {
    const { entries } = await readTreeRecursive(repo, repository.sha('after'));
    const paths = entries.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toEqual(expect.arrayContaining(Object.values(ODD_NAMES)));
    const names = (await readTree(repo, repository.sha('after'), 'names')).map(({ name }) => name);
    const last = await lastCommitForEntries(repo, repository.sha('after'), 'names', names);
    expect([last.complete, last.commits.size]).toEqual([true, names.length]);
  });

  it.each(Object.entries(oddContents()))('content %s comes back as it was', async (name, { after }) => {
    const path = name === '.gitmodules' ? name : `contents/${name}`;
    const entry = await findEntry(repo, repository.sha('after'), path);
    if (after === null) {
      expect(entry).toBeUndefined();
      return;
    }
    const file: TestFile = typeof after === 'string' || Buffer.isBuffer(after) ? { content: after } : after;
    expect(entry?.mode).toBe(file.mode ?? '100644');
    const blob = file.mode === '160000' ? null : await readBlobAt(repo, repository.sha('after'), path);
    expect(blob?.content.equals(Buffer.from(file.content ?? '')) ?? entry?.oid === file.submoduleSha).toBe(true);
  });

  it.each([true, false])('is compared as a whole, white space ignored: %s', async (ignoreWhitespace) => {
    const { index, pack } = await buildDiffIndex(repo, {
      base: repository.sha('before'),
      head: repository.sha('after'),
      ignoreWhitespace,
    });
    const patches = await readIndexFiles(index, bufferReader(pack), index.files);
    const byPath = new Map(index.files.map((file) => [file.newPath, file]));
    for (const path of Object.values(ODD_NAMES))
      expect(byPath.get(path)).toMatchObject({ addedLines: 1, removedLines: 1, status: 'modified' });
    for (const [at, file] of index.files.entries()) await checkHunks(file, patches[at] ?? Buffer.alloc(0));
    const facts = (name: string) => byPath.get(`contents/${name}`);
    expect(facts('binary-change')).toMatchObject({ isBinary: true });
    expect(facts('utf16-bom')).toMatchObject({ isBinary: false, addedLines: 1, removedLines: 1 });
    expect(facts('late-nul')).toMatchObject({ isBinary: false, addedLines: 1 });
    expect(facts('lfs-change')?.lfs).toMatchObject({ oldSize: 1, newSize: 999_999_999_999 });
    expect(facts('lfs-from-text')).toMatchObject({ isLfsPointer: true });
    expect(facts('submodule-change')).toMatchObject({ isSubmodule: true });
    expect(facts('symlink-to-file')).toMatchObject({ status: 'type_changed', isSymlink: true });
    expect(facts('mode-only')).toMatchObject({ oldMode: '100644', newMode: '100755', addedLines: 0 });
    expect(facts('whitespace-only')?.isWhitespaceOnly).toBe(ignoreWhitespace);
  });

  it('T-017 class: attributes in the tree run nothing and hide nothing', async () => {
    const tar = Buffer.concat(
      await archive(repo, { rev: repository.sha('after'), format: 'tar', prefix: 'p' }).stdout.toArray(),
    );
    expect(tar.includes('became-empty')).toBe(true);
    expect((await grep(repo, repository.sha('after'), 'after', { max: 1000 })).matches.length).toBeGreaterThanOrEqual(
      Object.keys(ODD_NAMES).length,
    );
  });

  it('has readable histories', async () => {
    for (const label of ODD_HISTORY) {
      const commit = await readCommit(repo, repository.sha(label));
      expect(Number.isNaN(Date.parse(commit.author.date))).toBe(false);
      expect(Number.isNaN(Date.parse(commit.committer.date))).toBe(false);
    }
    expect((await readCommit(repo, repository.sha('octopus'))).parents).toHaveLength(3);
    expect((await readCommit(repo, repository.sha('long-message'))).message.length).toBeGreaterThan(1_000_000);
    expect((await readCommit(repo, repository.sha('year-2106'))).author.date).toBe('2106-02-06T19:28:16-11:00');
    expect((await listBranches(repo, { limit: 100 })).refs.map(({ name }) => name)).toContain('html-author');
    const tags = (await listTags(repo)).refs.map(({ name, commitSha, isAnnotated }) => [name, commitSha, isAnnotated]);
    expect(tags).toEqual([
      ['tag-of-blob', null, true],
      ['tag-of-commit', repository.sha('before'), true],
      ['tag-of-tag', repository.sha('before'), true],
      ['tag-of-tree', null, true],
    ]);
    expect(await mergeBase(repo, repository.sha('orphan'), repository.sha('after'))).toBeNull();
    expect(await mergeability(repo, repository.sha('criss-left'), repository.sha('criss-right'))).toMatchObject({
      clean: false,
    });
    expect(await aheadBehind(repo, repository.sha('octopus'), repository.sha('after'))).toEqual({
      ahead: 2,
      behind: 4,
    });
  });

  it('survives clone and maintenance', async () => {
    const server = await startGitServer(repo);
    const folder = await mkdtemp(join(tmpdir(), 'tributary-odd-'));
    const cloned = await clientGit(folder, 'clone', '--quiet', '--bare', server.url, 'copy.git');
    expect(cloned).toMatchObject({ exitCode: 0 });
    await server.close();
    await rm(folder, { recursive: true, force: true });
    const report = await maintainRepository(repo, { mode: 'full' });
    expect(report.steps.filter(({ problem }) => problem !== null)).toEqual([]);
    expect((await verifyRepository(repo)).missing).toEqual([]);
    expect((await readBlobAt(repo, repository.sha('after'), ODD_NAMES['notUtf8'] ?? '')).content.toString()).toBe(
      'after\n',
    );
  });
});
