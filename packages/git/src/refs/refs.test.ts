import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZERO_OID } from '../objects/object-id.ts';
import { closeGitPools } from '../process/cat-file-pool.ts';
import { createTestRepository } from '../testing/index.ts';
import type { TestRepository } from '../testing/index.ts';
import { createBranch, createTag, deleteBranch, deleteTag } from './branches-and-tags.ts';
import { getDefaultBranch, setDefaultBranch } from './default-branch.ts';
import { deleteMergeRequestRefs, keepAround, mergeRequestRef, writeMergeRequestRef } from './internal-refs.ts';
import { findBranch, findTag, listBranches, listTags, refsContaining } from './list-refs.ts';
import { countRefs } from './count-refs.ts';
import { isEmptyRepository, readRef } from './read-ref.ts';
import {
  isInternalRef,
  refNameProblemText,
  validateBranchName,
  validatePushedRef,
  validateTagName,
} from './ref-name.ts';
import { freeRefLocks, removeStaleLocks } from './stale-locks.ts';
import { updateRefs } from './update-refs.ts';

let repository: TestRepository;
let repo: string;
let one: string;
let two: string;
let three: string;

beforeAll(async () => {
  repository = await createTestRepository({
    commits: [
      { label: 'one', files: { a: '1' } },
      { label: 'two', files: { a: '2' } },
      { label: 'three', files: { a: '3' } },
    ],
    tags: [
      { name: 'v1.2', target: 'one' },
      { name: 'v1.10', target: 'two', message: 'Ten' },
    ],
  });
  repo = repository.dir;
  [one, two, three] = ['one', 'two', 'three'].map((label) => repository.sha(label)) as [string, string, string];
});

afterAll(async () => {
  await closeGitPools();
  await repository.remove();
});

describe('validateBranchName', () => {
  it.each([
    'main',
    'feature/x',
    'a-b_c.d',
    'ünïcode',
    '1234567',
    'v1',
    `${'a'.repeat(39)}`,
    'heads-up',
    'tagsx/y',
    'a`b$(c);d',
    'HEADER',
    'a@b',
    'x/HEAD',
  ])('accepts %j', (name) => {
    expect(validateBranchName(name)).toBeNull();
    expect(validateTagName(name)).toBeNull();
  });

  it.each([
    ['', 'empty'],
    ['-x', 'leading_dash'],
    ['--output=x', 'leading_dash'],
    ['a'.repeat(40), 'looks_like_sha'],
    ['A0'.repeat(20), 'looks_like_sha'],
    ['0'.repeat(64), 'looks_like_sha'],
    [`${'b'.repeat(40)}/dir`, 'looks_like_sha'],
    ['HEAD', 'reserved_name'],
    ['FETCH_HEAD', 'reserved_name'],
    ['@', 'reserved_name'],
    ['refs/heads/main', 'reserved_prefix'],
    ['heads/main', 'reserved_prefix'],
    ['tags/v1', 'reserved_prefix'],
    ['remotes/origin/x', 'reserved_prefix'],
    ['a\u0007', 'control_character'],
    ['a\nb', 'control_character'],
    ['a\u0085b', 'control_character'],
    ['a b', 'forbidden_character'],
    ['a~1', 'forbidden_character'],
    ['a^', 'forbidden_character'],
    ['a:b', 'forbidden_character'],
    ['a?', 'forbidden_character'],
    ['a*', 'forbidden_character'],
    ['a[b', 'forbidden_character'],
    ['a\\b', 'forbidden_character'],
    ['a\u202eb', 'forbidden_character'],
    ['a\u200bb', 'forbidden_character'],
    ['a\ud800', 'forbidden_character'],
    ['a..b', 'forbidden_sequence'],
    ['a@{1}', 'forbidden_sequence'],
    ['a//b', 'forbidden_sequence'],
    ['/a', 'bad_component'],
    ['a/', 'bad_component'],
    ['a.', 'bad_component'],
    ['.a', 'bad_component'],
    ['a/.b', 'bad_component'],
    ['a.lock', 'bad_component'],
    ['a.lock/b', 'bad_component'],
    ['é'.repeat(123), 'too_long'],
  ] as const)('T-002, T-005: refuses %j as %s', (name, problem) => {
    expect(validateBranchName(name)).toBe(problem);
    expect(refNameProblemText(problem)).toMatch(/\.$/);
  });

  it('agrees with git about what it lets through', async () => {
    for (const name of [
      'a`b$(c);d',
      'ünïcode',
      'é'.repeat(122),
      'a@b',
      '{x}',
      "quo'te",
      'a"b',
      '<img>',
      'x!y',
      'a,b',
      'ends-with-@',
    ]) {
      expect(validateBranchName(name)).toBeNull();
      await createBranch(repo, name, one);
      await deleteBranch(repo, name, one);
    }
  });

  it.each([
    ['refs/heads/x', null],
    ['refs/tags/x', null],
    ['refs/notes/commits', null],
    ['refs/heads/-x', 'leading_dash'],
    ['refs/tags/HEAD', 'reserved_name'],
    ['refs/pipelines/1', 'internal_ref'],
    ['refs/remotes/origin/x', null],
    ['refs/changes/01/1/1', null],
    [`refs/remotes/${'a'.repeat(40)}`, 'looks_like_sha'],
    ['refs/notes/a\u202eb', 'forbidden_character'],
    ['refs/-x/y', 'leading_dash'],
    ['refs/replace/x', 'reserved_namespace'],
    ['refs/tmp/x', 'reserved_namespace'],
    ['refs/environments/1', 'reserved_namespace'],
    ['refs/Heads/main', 'reserved_namespace'],
    ['refs/Keep-Around/x', 'reserved_namespace'],
    ['refs/x', 'not_a_ref'],
    ['HEAD', 'not_a_ref'],
  ] as const)('T-002: judges the pushed ref %s', (ref, problem) => {
    expect(validatePushedRef(ref)).toBe(problem);
  });

  it('knows internal refs', () => {
    expect(isInternalRef('refs/merge-requests/1/head')).toBe(true);
    expect(isInternalRef('refs/heads/merge-requests')).toBe(false);
  });
});

describe('updateRefs', () => {
  it('lets exactly one of thirty writers with the same old value win', async () => {
    const ref = 'refs/heads/race';
    await updateRefs(repo, [{ ref, oldSha: ZERO_OID, newSha: one }]);
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_unused, index) =>
        updateRefs(repo, [{ ref, oldSha: one, newSha: index % 2 === 0 ? two : three }]),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    const kinds = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason.kind)] : []));
    expect(kinds.filter((kind) => kind !== 'stale_ref' && kind !== 'locked')).toEqual([]);
  });

  it('moves all or nothing', async () => {
    await updateRefs(repo, [
      { ref: 'refs/heads/p', oldSha: ZERO_OID, newSha: one },
      { ref: 'refs/heads/q', oldSha: ZERO_OID, newSha: one },
    ]);
    const updates = [
      { ref: 'refs/heads/p', oldSha: one, newSha: two },
      { ref: 'refs/heads/q', oldSha: three, newSha: two },
    ];
    await expect(updateRefs(repo, updates)).rejects.toMatchObject({
      kind: 'stale_ref',
      details: { ref: 'refs/heads/q' },
    });
    expect(await readRef(repo, 'refs/heads/p')).toBe(one);
    await updateRefs(repo, [
      { ref: 'refs/heads/p', oldSha: one, newSha: ZERO_OID },
      { ref: 'refs/heads/q', oldSha: one, newSha: ZERO_OID },
    ]);
    expect(await readRef(repo, 'refs/heads/p')).toBeUndefined();
  });

  it('says what is wrong', async () => {
    const update = (ref: string, oldSha: string, newSha: string): Promise<void> =>
      updateRefs(repo, [{ ref, oldSha, newSha }]);
    await expect(update('refs/heads/main', ZERO_OID, one)).rejects.toMatchObject({ kind: 'stale_ref' });
    await expect(update('refs/heads/none', one, two)).rejects.toMatchObject({ kind: 'stale_ref' });
    await expect(update('refs/heads/none', one, ZERO_OID)).rejects.toMatchObject({ kind: 'stale_ref' });
    await expect(update('refs/heads/main/sub', ZERO_OID, one)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(update('refs/heads/x', ZERO_OID, '3'.repeat(40))).rejects.toMatchObject({ kind: 'not_found' });
    for (const ref of [
      'main',
      'refs/heads/a b',
      'refs/heads/x\0delete refs/heads/main',
      'refs/heads/x\nupdate',
      '-x',
    ]) {
      await expect(update(ref, ZERO_OID, one)).rejects.toMatchObject({ kind: 'invalid_ref' });
    }
    await expect(update('refs/heads/x', 'main', one)).rejects.toMatchObject({ kind: 'invalid_ref' });
  });
});

describe('branches and tags', () => {
  it('are made, listed, paged and removed', async () => {
    for (const name of ['list/a', 'list/b', 'list/C']) await createBranch(repo, name, two);
    await expect(createBranch(repo, 'list/a', two)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(createBranch(repo, 'list', two)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(createBranch(repo, '-x', two)).rejects.toMatchObject({
      kind: 'invalid_ref',
      details: { problem: 'leading_dash' },
    });
    await expect(createBranch(repo, 'x', '4'.repeat(40))).rejects.toMatchObject({ kind: 'not_found' });
    const first = await listBranches(repo, { search: 'LIST/', limit: 2 });
    expect(first.refs.map((ref) => ref.name)).toEqual(['list/C', 'list/a']);
    expect(first).toMatchObject({ nextCursor: 'list/a', total: 3 });
    const second = await listBranches(repo, { search: 'list/', limit: 2, after: 'list/a' });
    expect(second.refs.map(({ name, sha, commit }) => [name, sha, commit.subject])).toEqual([['list/b', two, 'two']]);
    expect(second.nextCursor).toBeNull();
    expect((await listBranches(repo, { search: '^list/b$' })).total).toBe(1);
    expect((await listBranches(repo, { mergedInto: one, search: 'list' })).total).toBe(0);
    expect(await findBranch(repo, 'list/*')).toBeUndefined();
    expect((await findBranch(repo, 'main'))?.sha).toBe(three);
    await expect(deleteBranch(repo, 'list/a', one)).rejects.toMatchObject({ kind: 'stale_ref' });
    for (const name of ['list/a', 'list/b', 'list/C']) await deleteBranch(repo, name, two);
  });

  it('tags carry message and tagger', async () => {
    const sha = await createTag(repo, {
      name: 'rel',
      sha: three,
      message: 'Notes\n\nmore',
      tagger: { name: 'Té <x>', email: 't@u' },
    });
    expect(await findTag(repo, 'rel')).toMatchObject({
      sha,
      commitSha: three,
      message: 'Notes\n\nmore',
      tagger: { name: 'Té x', email: 't@u' },
      isAnnotated: true,
    });
    expect(await repository.git('fsck', '--strict', '--no-dangling')).toBe('');
    await expect(createTag(repo, { name: 'rel', sha: three })).rejects.toMatchObject({ kind: 'conflict' });
    await deleteTag(repo, 'rel', sha);
    expect((await listTags(repo, { sort: 'version_desc' })).refs.map((tag) => [tag.name, tag.message])).toEqual([
      ['v1.10', 'Ten'],
      ['v1.2', null],
    ]);
    expect(await refsContaining(repo, two, 'refs/tags/')).toEqual(['v1.10']);
    expect(await countRefs(repo)).toMatchObject({ tags: 2 });
  });

  it('are counted once, loose, packed or both, with slashes and without locks', async () => {
    const counted = await createTestRepository();
    const sha = await counted.commit({ files: { a: '1' } });
    for (const name of ['feature/one', 'feature/two', 'ünïcode']) await createBranch(counted.dir, name, sha);
    await createTag(counted.dir, { name: 'v1', sha });
    await counted.git('pack-refs', '--all');
    await createBranch(counted.dir, 'after/packing', sha);
    await writeFile(join(counted.dir, 'refs/heads/half.lock'), '');
    const later = await counted.commit({ files: { a: '2' } });
    expect(later).not.toBe(sha);
    const names = (await counted.git('for-each-ref', '--format=%(refname)', 'refs/heads/', 'refs/tags/')).split('\n');
    expect(await countRefs(counted.dir)).toEqual({ branches: names.length - 1, tags: 1 });
    await counted.remove();
  });

  it('know the default branch and emptiness', async () => {
    expect(await getDefaultBranch(repo)).toBe('main');
    await setDefaultBranch(repo, 'trunk');
    expect(await getDefaultBranch(repo)).toBe('trunk');
    await setDefaultBranch(repo, 'main');
    await expect(setDefaultBranch(repo, 'a b')).rejects.toMatchObject({ kind: 'invalid_ref' });
    expect(await isEmptyRepository(repo)).toBe(false);
    const empty = await createTestRepository();
    expect(await isEmptyRepository(empty.dir)).toBe(true);
    await empty.remove();
  });
});

describe('internal refs', () => {
  it('keep commits once, whoever asks and how often', async () => {
    await Promise.all(Array.from({ length: 5 }, () => keepAround(repo, [one, two, one])));
    expect(await readRef(repo, `refs/keep-around/${one}`)).toBe(one);
    await keepAround(repo, []);
  });

  it('follow a merge request', async () => {
    await writeMergeRequestRef(repo, 7, one);
    await writeMergeRequestRef(repo, 7, two);
    await writeMergeRequestRef(repo, 7, two, 'merge');
    expect(await readRef(repo, mergeRequestRef(7))).toBe(two);
    await deleteMergeRequestRefs(repo, 7);
    expect(await readRef(repo, mergeRequestRef(7))).toBeUndefined();
  });
});

describe('locks of refs', () => {
  const move = () => updateRefs(repo, [{ ref: 'refs/heads/main', oldSha: three, newSha: two }]);
  const back = () => updateRefs(repo, [{ ref: 'refs/heads/main', oldSha: two, newSha: three }]);
  const age = (file: string, ms: number) => utimes(file, new Date(Date.now() - ms), new Date(Date.now() - ms));

  it('a lock of another write is waited for', async () => {
    const lock = join(repo, 'refs/heads/main.lock');
    await writeFile(lock, '');
    const moved = move();
    await sleep(600);
    expect(await readRef(repo, 'refs/heads/main')).toBe(three);
    await rm(lock);
    await moved;
    expect(await readRef(repo, 'refs/heads/main')).toBe(two);
    await back();
  });

  it('who comes too late hears so at once, whatever holds the ref', async () => {
    const lock = join(repo, 'refs/heads/main.lock');
    const now = (await readRef(repo, 'refs/heads/main')) ?? '';
    const late = now === one ? two : one;
    await writeFile(lock, '');
    const before = performance.now();
    const move = (ref: string, oldSha: string) => updateRefs(repo, [{ ref, oldSha, newSha: three }]);
    const details = { ref: 'refs/heads/main' };
    await expect(move('refs/heads/main', late)).rejects.toMatchObject({ kind: 'stale_ref', details });
    await expect(move('refs/heads/main', ZERO_OID)).rejects.toMatchObject({ kind: 'stale_ref', details });
    expect(performance.now() - before).toBeLessThan(3_000);
    await rm(lock);
    expect(await readRef(repo, 'refs/heads/main')).toBe(now);
  });

  it('a lock that a killed git left behind does not stop the next write', async () => {
    for (const name of ['refs/heads/main.lock', 'HEAD.lock']) {
      const lock = join(repo, name);
      await writeFile(lock, '');
      await age(lock, 11_000);
    }
    await move();
    expect(await readRef(repo, 'refs/heads/main')).toBe(two);
    await back();
  });

  it('freeRefLocks looks at these refs alone, also below a name that is a ref itself', async () => {
    const other = join(repo, 'refs/heads/other.lock');
    await writeFile(other, '');
    await age(other, 11_000);
    expect(await freeRefLocks(repo, ['refs/heads/main', 'refs/heads/main/below'])).toEqual([]);
    expect(await freeRefLocks(repo, ['refs/heads/other'])).toEqual(['refs/heads/other.lock']);
  });

  it('removeStaleLocks frees the whole repository, but only of old locks', async () => {
    const lock = join(repo, 'refs/heads/main.lock');
    await writeFile(lock, '');
    expect(await removeStaleLocks(repo, 60_000)).toEqual([]);
    await age(lock, 120_000);
    expect(await removeStaleLocks(repo, 60_000)).toEqual(['refs/heads/main.lock']);
  });
});

describe('keeping commits while refs move', () => {
  it('writes both or nothing, and does not mind what is kept already', async () => {
    const ref = 'refs/heads/kept';
    const kept = (sha: string) => readRef(repo, `refs/keep-around/${sha}`);
    await expect(
      updateRefs(repo, [{ ref, oldSha: three, newSha: one }], { keepAround: [three] }),
    ).rejects.toMatchObject({ kind: 'stale_ref' });
    expect(await kept(three)).toBeUndefined();
    await updateRefs(repo, [{ ref, oldSha: ZERO_OID, newSha: one }], { keepAround: [one, one] });
    await updateRefs(repo, [{ ref, oldSha: one, newSha: two }], { keepAround: [one, two] });
    expect([await readRef(repo, ref), await kept(one), await kept(two)]).toEqual([two, one, two]);
    await updateRefs(repo, [{ ref, oldSha: two, newSha: ZERO_OID }]);
  });

  it('a lock on what is kept, left behind by a killed git, does not stop the move', async () => {
    const ref = 'refs/heads/kept-again';
    const lock = join(repo, `refs/keep-around/${one}.lock`);
    await writeFile(lock, '');
    await utimes(lock, new Date(Date.now() - 11_000), new Date(Date.now() - 11_000));
    await updateRefs(repo, [{ ref, oldSha: ZERO_OID, newSha: one }], { keepAround: [one] });
    expect(await readRef(repo, ref)).toBe(one);
    await updateRefs(repo, [{ ref, oldSha: one, newSha: ZERO_OID }]);
  });
});
