import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCommit } from '../objects/read-commit.ts';
import { readBlobAt } from '../objects/read-blob.ts';
import { readTreeRecursive } from '../objects/read-tree.ts';
import { closeGitPools } from '../process/cat-file-pool.ts';
import { gitSpawnCount, runGit } from '../process/run-git.ts';
import { createTestRepository } from '../testing/index.ts';
import type { TestRepository } from '../testing/index.ts';
import { formatSignature } from './identity.ts';
import { canFastForward, createMergeCommit, squashCommit } from './merge-commits.ts';
import { batchMergeability, mergeability } from './mergeability.ts';
import { rebaseMerged } from './rebase-resolution.ts';
import { cherryPick, rebaseCommits, revertCommit } from './replay-commits.ts';
import { commitTree } from './write-commit.ts';

const TEN = Array.from({ length: 10 }, (_unused, index) => `${index + 1}\n`);
const withLine = (line: number, text: string): string => TEN.with(line - 1, `${text}\n`).join('');
const AUTHOR = { name: 'Ann', email: 'ann@example.test', date: new Date(1_700_000_000_000), timezone: '+0200' };
const COMMITTER = { name: 'Cid', email: 'cid@example.test' };

let repository: TestRepository;
let repo: string;
const sha = (label: string): string => repository.sha(label);

beforeAll(async () => {
  const renamed = 'a\nb\nc\nd\ne\nf\n';
  repository = await createTestRepository({
    commits: [
      {
        label: 'base',
        files: {
          both: TEN.join(''),
          'mod-del': 'x\n'.repeat(9),
          'del-mod': 'y\n'.repeat(9),
          ren: renamed,
          bin: Buffer.from('a\0a'),
          link: 'text\n',
        },
      },
      {
        label: 'target',
        files: {
          both: withLine(5, 'T'),
          'mod-del': `${'x\n'.repeat(9)}t\n`,
          'del-mod': null,
          ren: null,
          'ren-t': renamed,
          added: 'T\n',
          bin: Buffer.from('a\0t'),
          dir: 'file\n',
          link: { mode: '120000', content: 'a' },
        },
      },
      {
        label: 'source',
        branch: 'source',
        parents: ['base'],
        files: {
          both: withLine(5, 'S'),
          'mod-del': null,
          'del-mod': `${'y\n'.repeat(9)}s\n`,
          ren: null,
          'ren-s': renamed,
          added: 'S\n',
          bin: Buffer.from('a\0s'),
          'dir/x': 'x\n',
          link: 'changed\n',
        },
      },
      {
        label: 's1',
        branch: 'clean',
        parents: ['base'],
        message: 'Change two\n\nWith body',
        author: { name: 'Orig', email: 'o@o' },
        date: '1600000000 +0530',
        files: { both: withLine(2, 'two') },
      },
      {
        label: 's2',
        branch: 'clean',
        message: 'Change nine',
        files: { both: withLine(2, 'two').replace('9\n', 'nine\n') },
      },
      { label: 'octopus', branch: 'octo', parents: ['s2', 'target', 'source'], files: {} },
      {
        label: 'merge',
        branch: 'merge',
        parents: ['s1', 's2'],
        files: { both: withLine(2, 'two').replace('9\n', 'nine\n'), evil: 'e\n' },
      },
      { label: 'orphan', branch: 'orphan', parents: [], files: { other: 'o\n' } },
      { label: 'empty', branch: 'empty', parents: ['s2'], message: 'Nothing' },
    ],
  });
  repo = repository.dir;
});

afterAll(async () => {
  await closeGitPools();
  await repository.remove();
});

async function countObjects(): Promise<string> {
  return (await runGit(repo, ['count-objects'])).toString();
}

describe('mergeability', () => {
  it('names every kind of conflict and stores nothing', async () => {
    const before = await countObjects();
    const result = await mergeability(repo, sha('target'), sha('source'));
    expect(result).toMatchObject({ clean: false, problem: null });
    const types = Object.fromEntries(result.conflicts.map(({ path, type }) => [path, type]));
    expect(types).toMatchObject({
      both: 'both_modified',
      added: 'both_added',
      bin: 'both_modified',
      'mod-del': 'modified_target_removed_source',
      'del-mod': 'modified_source_removed_target',
      ren: 'renamed_same_file',
      link: 'distinct_types',
    });
    expect(Object.values(types)).toContain('file_directory');
    expect(result.conflicts.find(({ path }) => path === 'bin')?.isBinary).toBe(true);
    expect(result.conflicts.find(({ path }) => path === 'ren')).toMatchObject({
      target: { path: 'ren-t' },
      source: { path: 'ren-s' },
    });
    expect(await countObjects()).toBe(before);
  });

  it('looks for a renamed file that the other side removed by the name that the source knows', async () => {
    const text = TEN.join('');
    const renames = await createTestRepository({
      commits: [
        { label: 'base', files: { gone: text, kept: text.toUpperCase().replaceAll('\n', ' x\n') } },
        // Also changed: git complains of both, the removed one is told once.
        { label: 'target', files: { gone: null, 'new-name': withLine(5, 'T') } },
        { label: 'source', branch: 'source', parents: ['base'], files: { gone: null } },
      ],
    });
    const [target, source] = [renames.sha('target'), renames.sha('source')];
    const there = await mergeability(renames.dir, target, source);
    expect(there.conflicts.map(({ path, type }) => [path, type])).toEqual([['gone', 'removed_source_renamed_target']]);
    const here = await mergeability(renames.dir, source, target);
    expect(here.conflicts.map(({ path, type }) => [path, type])).toEqual([
      ['new-name', 'removed_target_renamed_source'],
    ]);
    await renames.remove();
  });

  it('is clean, unrelated or missing', async () => {
    expect(await mergeability(repo, sha('target'), sha('s2'))).toMatchObject({
      clean: true,
      conflicts: [],
      problem: null,
    });
    expect(await mergeability(repo, sha('target'), sha('orphan'))).toMatchObject({
      clean: false,
      problem: 'unrelated_histories',
    });
    expect(await mergeability(repo, sha('target'), '7'.repeat(40))).toMatchObject({
      clean: false,
      problem: 'missing_commit',
    });
    await expect(mergeability(repo, 'main', sha('s2'))).rejects.toMatchObject({ kind: 'invalid_ref' });
  });

  it('answers a batch like one by one, with few processes, also around pairs that cannot be merged', async () => {
    const sources = ['s1', 'source', 'orphan', 's2', 'source', 'base'].map(sha);
    const pairs = [...sources, '8'.repeat(40), sha('s1')].map((source) => ({ target: sha('target'), source }));
    const singles = await Promise.all(pairs.map(({ target, source }) => mergeability(repo, target, source)));
    const before = gitSpawnCount();
    expect(await batchMergeability(repo, pairs)).toEqual(singles);
    expect(gitSpawnCount() - before).toBeLessThanOrEqual(5);
    const again = gitSpawnCount();
    await batchMergeability(
      repo,
      Array.from({ length: 50 }, (_unused, index) => ({
        target: sha('target'),
        source: sha(index % 2 === 0 ? 's1' : 'source'),
      })),
    );
    expect(gitSpawnCount() - again).toBe(1);
  });
});

describe('merging', () => {
  const people = { author: AUTHOR, committer: COMMITTER };

  it('makes a merge commit and moves no ref', async () => {
    const refs = await repository.git('for-each-ref');
    const outcome = await createMergeCommit(repo, {
      target: sha('target'),
      source: sha('s2'),
      message: "Merge branch 'clean'\r\n\r\nSee !1",
      ...people,
    });
    expect(outcome.ok).toBe(true);
    const commit = await readCommit(repo, outcome.ok ? outcome.sha : '');
    expect(commit).toMatchObject({
      parents: [sha('target'), sha('s2')],
      subject: "Merge branch 'clean'",
      body: 'See !1',
      author: { name: 'Ann', date: '2023-11-15T00:13:20+02:00' },
      committer: { name: 'Cid' },
    });
    expect((await readBlobAt(repo, commit.sha, 'both')).content.toString()).toBe(
      withLine(2, 'two').replace('5\n', 'T\n').replace('9\n', 'nine\n'),
    );
    expect(await repository.git('for-each-ref')).toBe(refs);
    expect(await repository.git('fsck', '--strict', '--no-dangling')).toBe('');
  });

  it('tells conflicts and refuses what cannot be merged', async () => {
    const conflict = await createMergeCommit(repo, {
      target: sha('target'),
      source: sha('source'),
      message: 'm',
      ...people,
    });
    expect(conflict).toMatchObject({ ok: false, reason: 'conflict' });
    await expect(
      createMergeCommit(repo, { target: sha('target'), source: sha('orphan'), message: 'm', ...people }),
    ).rejects.toMatchObject({ details: { code: 'unrelated_histories' } });
    await expect(
      createMergeCommit(repo, { target: sha('target'), source: sha('s1'), message: ' \n', ...people }),
    ).rejects.toMatchObject({ details: { code: 'message_blank' } });
  });

  it('squashes and knows fast-forwards', async () => {
    const onBase = await squashCommit(repo, { target: sha('base'), source: sha('s2'), message: 'Squashed', ...people });
    expect(onBase).toMatchObject({ ok: true, treeOid: (await readCommit(repo, sha('s2'))).treeOid });
    const commit = await readCommit(repo, onBase.ok ? onBase.sha : '');
    expect(commit.parents).toEqual([sha('base')]);
    expect(await canFastForward(repo, sha('base'), sha('s2'))).toBe(true);
    expect(await canFastForward(repo, sha('target'), sha('s2'))).toBe(false);
  });
});

describe('rebase, cherry-pick, revert', () => {
  it('copies commits in order, keeping authors and dates', async () => {
    const outcome = await rebaseCommits(repo, { onto: sha('target'), source: sha('empty'), committer: COMMITTER });
    expect(outcome.ok && outcome.commits.map(({ from }) => from)).toEqual([sha('s1'), sha('s2'), sha('empty')]);
    const tip = outcome.ok ? outcome.sha : '';
    expect(await repository.git('log', '--format=%s|%an|%cn', `${sha('target')}..${tip}`)).toBe(
      'Nothing|Ada Example|Cid\nChange nine|Ada Example|Cid\nChange two|Orig|Cid',
    );
    const first = await readCommit(repo, outcome.ok ? (outcome.commits[0]?.to ?? '') : '');
    expect(first).toMatchObject({
      body: 'With body',
      author: { date: '2020-09-13T17:56:40+05:30' },
      parents: [sha('target')],
    });
  });

  it('leaves what is in place, drops what is there already, and stops at a conflict', async () => {
    expect(await rebaseCommits(repo, { onto: sha('base'), source: sha('s2'), committer: COMMITTER })).toMatchObject({
      ok: true,
      sha: sha('s2'),
    });
    const picked = await cherryPick(repo, { onto: sha('target'), commit: sha('s1'), committer: COMMITTER });
    const onto = picked.ok ? picked.sha : '';
    const outcome = await rebaseCommits(repo, { onto, source: sha('s2'), committer: COMMITTER });
    expect(outcome.ok && outcome.commits.map(({ from }) => from)).toEqual([sha('s2')]);
    const forced = await rebaseCommits(repo, { onto, base: sha('base'), source: sha('s2'), committer: COMMITTER });
    expect(forced.ok && forced.commits.map(({ from }) => from)).toEqual([sha('s2')]);
    expect(
      await rebaseCommits(repo, { onto: sha('target'), source: sha('source'), committer: COMMITTER }),
    ).toMatchObject({ ok: false, reason: 'conflict', at: sha('source') });
  });

  it('puts commits on a target with the tree of merging the two, also what merges had changed', async () => {
    const wish = { target: sha('target'), source: sha('merge'), committer: COMMITTER };
    const rebased = await rebaseMerged(repo, wish);
    expect(rebased?.treeOid).toBe((await mergeability(repo, wish.target, wish.source)).treeOid);
    expect((await readBlobAt(repo, rebased?.sha ?? '', 'evil')).content.toString()).toBe('e\n');
    expect(await repository.git('log', '--format=%s|%an|%cn', `${sha('target')}..${rebased?.sha}`)).toBe(
      'Change nine|Ada Example|Cid\nChange two|Orig|Cid',
    );
    expect((await repository.git('rev-list', `${sha('target')}..${rebased?.sha}`)).split('\n').toReversed()).toEqual(
      rebased?.made,
    );
    expect(await rebaseMerged(repo, { ...wish, source: sha('source') })).toBeNull();
  });

  it('cherry-picks commits, merges and roots', async () => {
    const outcome = await cherryPick(repo, { onto: sha('target'), commit: sha('s2'), committer: COMMITTER });
    const commit = await readCommit(repo, outcome.ok ? outcome.sha : '');
    expect(commit.message).toBe(`Change nine\n\n(cherry picked from commit ${sha('s2')})`);
    expect((await readBlobAt(repo, commit.sha, 'both')).content.toString()).toBe(
      withLine(5, 'T').replace('9\n', 'nine\n'),
    );
    const merge = await cherryPick(repo, {
      onto: sha('target'),
      commit: sha('merge'),
      mainline: 2,
      committer: COMMITTER,
      message: 'Evil',
    });
    const paths = (await readTreeRecursive(repo, merge.ok ? merge.sha : '')).entries.map(({ path }) => path);
    expect(paths).toContain('evil');
    expect((await readBlobAt(repo, merge.ok ? merge.sha : '', 'both')).content.toString()).toBe(withLine(5, 'T'));
    expect(await cherryPick(repo, { onto: sha('s2'), commit: sha('s2'), committer: COMMITTER })).toMatchObject({
      ok: false,
      reason: 'empty',
    });
    expect(await cherryPick(repo, { onto: sha('target'), commit: sha('orphan'), committer: COMMITTER })).toMatchObject({
      ok: true,
    });
    await expect(
      cherryPick(repo, { onto: sha('target'), commit: sha('s2'), mainline: 2, committer: COMMITTER }),
    ).rejects.toMatchObject({ details: { code: 'no_such_parent' } });
    expect(await cherryPick(repo, { onto: sha('target'), commit: sha('source'), committer: COMMITTER })).toMatchObject({
      ok: false,
      reason: 'conflict',
    });
  });

  it('reverts, also in the middle of history', async () => {
    const outcome = await revertCommit(repo, {
      onto: sha('s2'),
      commit: sha('s1'),
      author: AUTHOR,
      committer: COMMITTER,
    });
    const commit = await readCommit(repo, outcome.ok ? outcome.sha : '');
    expect(commit.message).toBe(`Revert "Change two"\n\nThis reverts commit ${sha('s1')}`);
    expect((await readBlobAt(repo, commit.sha, 'both')).content.toString()).toBe(withLine(9, 'nine'));
    expect(
      await revertCommit(repo, { onto: commit.sha, commit: sha('s1'), author: AUTHOR, committer: COMMITTER }),
    ).toMatchObject({ ok: false, reason: 'empty' });
    expect(
      await revertCommit(repo, { onto: sha('target'), commit: sha('source'), author: AUTHOR, committer: COMMITTER }),
    ).toMatchObject({ ok: false, reason: 'conflict' });
    const merge = await revertCommit(repo, {
      onto: sha('merge'),
      commit: sha('merge'),
      mainline: 1,
      author: AUTHOR,
      committer: COMMITTER,
    });
    expect(merge).toMatchObject({ ok: true, treeOid: (await readCommit(repo, sha('s1'))).treeOid });
  });
});

describe('identities', () => {
  it('cannot break the commit object', async () => {
    const treeOid = (await readCommit(repo, sha('base'))).treeOid;
    const evil = { name: 'Eve\nparent 0 <e@e> 1', email: 'e@e>\ntree x', date: new Date(-5000) };
    const made = await readCommit(
      repo,
      await commitTree(repo, { treeOid, parents: [], message: 'xy', author: evil, committer: evil }),
    );
    expect(made).toMatchObject({
      parents: [],
      author: { name: 'Eveparent 0 e@e 1', email: 'e@etreex', epochSeconds: 0 },
      message: 'xy',
    });
    const refused = commitTree(repo, { treeOid, parents: [], message: 'x\0y', author: evil, committer: evil });
    await expect(refused).rejects.toMatchObject({ kind: 'invalid_text', details: { code: 'null_character' } });
    expect(() => formatSignature({ name: '<>', email: 'a' })).toThrow(/name/);
    expect(() => formatSignature({ name: 'a', email: 'a', timezone: 'UTC' })).toThrow(/zone/);
  });
});
