import { fc, runs } from '@tributary/contract/testing/properties.ts';
import { expect, test } from 'vitest';
import { createTestRepository } from '../testing/index.ts';
import { changesSince } from './changes-since.ts';
import { rebaseCommits } from './replay-commits.ts';

const lines = (count: number) => Array.from({ length: count }, (_unused, at) => `line ${at}\n`).join('');
const person = { name: 'A', email: 'a@example.com', date: new Date(0) };

async function build() {
  const base = { 'a.txt': lines(40), 'b.txt': 'b\n', 'c.bin': Buffer.from([0, 1, 1]) };
  const changed = { 'a.txt': lines(40).replace('line 20', 'LINE 20'), 'new.txt': 'new\n' };
  return createTestRepository({
    commits: [
      { label: 'base', message: 'Base', files: base },
      { label: 'work', message: 'Work', files: changed },
      {
        label: 'moved',
        message: 'Moved',
        branch: 'target',
        parents: ['base'],
        files: { 'a.txt': `first\n${lines(40)}` },
      },
      {
        label: 'clash',
        message: 'Clash',
        branch: 'clash',
        parents: ['base'],
        files: { 'a.txt': lines(40).replace('line 20', 'OTHER 20') },
      },
      { label: 'solved', message: 'Solved', branch: 'solved', parents: ['clash'], files: changed },
      { label: 'more', message: 'More', branch: 'more', parents: ['work'], files: { 'b.txt': 'more\n' } },
    ],
  });
}

test('a rebase keeps what it did not change, and names what it did', async () => {
  const { dir, shas } = await build();
  const at = (base: string, head: string) => ({ base: shas[base] ?? '', head: shas[head] ?? '' });
  const rebased = await rebaseCommits(dir, {
    onto: shas['moved'] ?? '',
    source: shas['work'] ?? '',
    committer: person,
  });
  if (!rebased.ok) throw new Error('the rebase has a conflict');
  const later = { base: shas['moved'] ?? '', head: rebased.sha };
  expect(await changesSince(dir, at('base', 'work'), later)).toEqual({ changedPaths: [], comparedFiles: 2 });
  const cases: [string, string, string[]][] = [
    ['base', 'work', []],
    // Commits on top.
    ['base', 'more', ['b.txt']],
    // A conflict that was resolved by hand.
    ['clash', 'solved', ['a.txt']],
    // The work is gone.
    ['moved', 'moved', ['a.txt', 'new.txt']],
    // What was approved is part of the base by now.
    ['work', 'more', ['b.txt']],
  ];
  for (const [base, head, changed] of cases) {
    expect([base, head, (await changesSince(dir, at('base', 'work'), at(base, head))).changedPaths]).toEqual([
      base,
      head,
      changed,
    ]);
  }
  // Compared with an older base there is more to see.
  expect((await changesSince(dir, at('work', 'more'), at('base', 'more'))).changedPaths).toEqual(['a.txt', 'new.txt']);
  const gone = { base: '0'.repeat(39) + '1', head: shas['work'] ?? '' };
  await expect(changesSince(dir, gone, at('moved', 'moved'))).rejects.toMatchObject({ kind: 'not_found' });
});

const edits = fc.array(fc.tuple(fc.constantFrom('a.txt', 'b.txt'), fc.nat({ max: 39 })), {
  minLength: 1,
  maxLength: 6,
});
const edited = (changes: readonly (readonly [string, number])[], word: string) => {
  const files: Record<string, string[]> = {};
  for (const [name, at] of changes) {
    const text = (files[name] ??= lines(40).split('\n'));
    text[at] = `${word} ${at}`;
  }
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.join('\n')]));
};

test('whatever both sides change, a rebase without conflicts changes nothing, and what is changed on top is named', async () => {
  await fc.assert(
    fc.asyncProperty(edits, edits, fc.constantFrom('a.txt', 'b.txt', 'new.txt'), async (ours, theirs, name) => {
      const base = { 'a.txt': lines(40), 'b.txt': lines(40) };
      const repository = await createTestRepository({
        commits: [
          { label: 'base', message: 'Base', files: base },
          { label: 'work', message: 'Work', files: edited(ours, 'ours') },
          { label: 'onto', message: 'Onto', branch: 'target', parents: ['base'], files: edited(theirs, 'theirs') },
        ],
      });
      const { base: from = '', work = '', onto = '' } = repository.shas;
      const rebased = await rebaseCommits(repository.dir, { onto, source: work, committer: person });
      if (!rebased.ok) return;
      const earlier = { base: from, head: work };
      expect((await changesSince(repository.dir, earlier, { base: onto, head: rebased.sha })).changedPaths).toEqual([]);
      const files = { [name]: 'something else\n' };
      const head = await repository.commit({ branch: 'more', parents: [rebased.sha], message: 'More', files });
      expect((await changesSince(repository.dir, earlier, { base: onto, head })).changedPaths).toEqual([name]);
    }),
    { numRuns: runs(60) },
  );
});
