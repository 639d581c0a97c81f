import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aheadBehind,
  archive,
  blame,
  buildDiffIndex,
  cherryPick,
  closeGitPools,
  commitActions,
  countCommits,
  createBranch,
  createMergeCommit,
  createTag,
  fetchFrom,
  findBranch,
  findEntry,
  grep,
  initRepository,
  isAncestor,
  isCommitReachable,
  isGitError,
  keepAround,
  lastCommitForEntries,
  listBranches,
  listCommits,
  listTags,
  mergeBase,
  mergeability,
  readBlob,
  readBlobAt,
  readCommit,
  readDiff,
  readRef,
  readTree,
  readTreeRecursive,
  rebaseCommits,
  refsContaining,
  resolveRevision,
  revertCommit,
  setDefaultBranch,
  splitRefAndPath,
  streamBlob,
  streamFormatPatch,
  streamRawDiff,
  updateRefs,
} from '../index.ts';
import type { GitStream } from '../index.ts';
import { createTestRepository } from '../testing/index.ts';
import type { TestRepository } from '../testing/index.ts';

let repository: TestRepository;
let scratch: string;
let refsBefore: string;

beforeAll(async () => {
  repository = await createTestRepository({ files: { 'a.txt': 'a\n' } });
  scratch = await mkdtemp(join(tmpdir(), 'tributary-untrusted-'));
  refsBefore = await repository.git('for-each-ref');
});

afterAll(async () => {
  await closeGitPools();
  await repository.remove();
  await rm(scratch, { recursive: true, force: true });
});

const PERSON = { name: 'P', email: 'p@p' };

function nastyStrings(): string[] {
  const file = join(scratch, 'written');
  return [
    `--output=${file}`,
    `--upload-pack=touch ${file}`,
    `-o${file}`,
    `$(touch ${file})`,
    `; touch ${file} #`,
    `| touch ${file}`,
    `a\n--output=${file}`,
    `a\0b`,
    '@{u}',
    '@{-1}',
    ':/First',
    '^{/re}',
    'HEAD^{tree}',
    'main..main',
    '^main',
    '--all',
    '--stdin',
    '-',
    '--',
    '',
    ' ',
    '../../../etc/passwd',
    '//%2e%2e/x',
    ':(exclude)a.txt',
    'refs/heads/../../config',
    '\ud800',
    'x'.repeat(5000),
  ];
}

/** Every interface through which a word of a user can come. */
function calls(repo: string, sha: string, word: string): (() => Promise<unknown>)[] {
  const people = { author: PERSON, committer: PERSON, message: 'm' };
  const drain = (stream: GitStream): Promise<unknown> => stream.finished.finally(() => stream.stdout.destroy());
  const drained = async (open: () => GitStream): Promise<unknown> => {
    const stream = open();
    stream.stdout.resume();
    return drain(stream);
  };
  return [
    () => readCommit(repo, word),
    () => listCommits(repo, { rev: word }),
    () => listCommits(repo, { rev: sha, notRevs: [word] }),
    () => listCommits(repo, { rev: sha, path: word }),
    () => listCommits(repo, { rev: sha, path: word, follow: true }),
    () => listCommits(repo, { rev: sha, author: word, search: word }),
    () => countCommits(repo, { rev: word }),
    () => readTree(repo, word),
    () => readTree(repo, sha, word),
    () => readTreeRecursive(repo, sha, { path: word }),
    () => findEntry(repo, sha, word),
    () => lastCommitForEntries(repo, sha, word, ['x'], { timeoutMs: 500 }),
    () => lastCommitForEntries(repo, sha, '', [word], { timeoutMs: 500 }),
    () => readBlob(repo, word),
    () => readBlobAt(repo, sha, word),
    () => drained(() => streamBlob(repo, word)),
    () => resolveRevision(repo, word),
    () => splitRefAndPath(repo, word),
    () => blame(repo, word, 'a.txt'),
    () => blame(repo, sha, word),
    () => drained(() => archive(repo, { rev: word, format: 'tar', prefix: 'p' })),
    () => drained(() => archive(repo, { rev: sha, format: 'tar', prefix: word, paths: [word] })),
    () => grep(repo, word, 'a'),
    () => grep(repo, sha, word, { path: word, max: 1 }),
    () => grep(repo, sha, word, { regex: true }),
    () => mergeBase(repo, word, sha),
    () => isAncestor(repo, sha, word),
    () => aheadBehind(repo, word, sha),
    () => isCommitReachable(repo, word),
    () => readRef(repo, word),
    () => listBranches(repo, { search: word, after: word }),
    () => listTags(repo, { names: [word] }),
    () => findBranch(repo, word),
    () => refsContaining(repo, word, 'refs/heads/'),
    () => updateRefs(repo, [{ ref: word, oldSha: '0'.repeat(40), newSha: sha }]),
    () => updateRefs(repo, [{ ref: 'refs/heads/x', oldSha: word, newSha: sha }]),
    () => createBranch(repo, 'x', word),
    () => createTag(repo, { name: 'x', sha: word }),
    () => setDefaultBranch(repo, word),
    () => keepAround(repo, [word]),
    () => fetchFrom(repo, repo, [word]),
    () => initRepository(join(scratch, 'new.git'), { defaultBranch: word }),
    () => mergeability(repo, word, sha),
    () => createMergeCommit(repo, { target: word, source: sha, ...people }),
    () => cherryPick(repo, { onto: sha, commit: word, committer: PERSON }),
    () => revertCommit(repo, { onto: word, commit: sha, ...people }),
    () => rebaseCommits(repo, { onto: sha, source: word, committer: PERSON }),
    () => readDiff(repo, { from: word, to: sha }),
    () => readDiff(repo, { from: null, to: sha, paths: [word] }),
    () => buildDiffIndex(repo, { base: sha, head: word }),
    () => drained(() => streamRawDiff(repo, { from: sha, to: word })),
    () => drained(() => streamFormatPatch(repo, word, sha)),
    () => commitActions(repo, { parentSha: word, actions: [], ...people }),
    () => commitActions(repo, { parentSha: sha, actions: [{ action: 'delete', path: word }], ...people }),
  ];
}

describe('P-25, T-001: words of users', () => {
  it('are never options, commands or rev syntax, at any interface', async () => {
    const sha = repository.sha('initial');
    const surprises: string[] = [];
    for (const word of nastyStrings()) {
      const results = await Promise.allSettled(calls(repository.dir, sha, word).map(async (call) => call()));
      results.forEach((result, index) => {
        if (result.status === 'rejected' && !isGitError(result.reason))
          surprises.push(`${JSON.stringify(word.slice(0, 60))} at call ${index}: ${String(result.reason)}`);
      });
    }
    expect(surprises).toEqual([]);
    expect(await readdir(scratch)).toEqual([]);
    expect(await repository.git('for-each-ref')).toBe(refsBefore);
    expect(await repository.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
  }, 120_000);
});
