import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentKey } from './content-key.ts';

const file = (change: object = {}) => ({
  status: 'modified' as const,
  oldPath: 'a.txt',
  oldMode: '100644',
  newMode: '100644',
  oldOid: 'a',
  newOid: 'b',
  isBinary: false,
  addedLines: 1,
  removedLines: 1,
  ...change,
});
const keys = (patch: string, change: object = {}) => contentKey(file(change), Buffer.from(patch));
const key = (patch: string, change: object = {}) => keys(patch, change).content;

const plain = '@@ -3,3 +3,3 @@ f\n x\n-old\n+new\n y\n';

test('what stands around the change does not matter, but for the lines next to it', () => {
  const blobs = { oldOid: 'c', newOid: 'd' };
  expect(key('@@ -90,5 +97,5 @@ g\n p\n x\n-old\n+new\n y\n q\n', blobs)).toBe(key(plain));
});

test.each([
  ['another text', '@@ -3,3 +3,3 @@ f\n x\n-old\n+newer\n y\n', {}],
  ['another order', '@@ -3,3 +3,3 @@ f\n x\n+new\n-old\n y\n', {}],
  ['lines parted by an unchanged one', '@@ -3,3 +3,3 @@ f\n-old\n x\n+new\n y\n', {}],
  ['a missing newline at the end', '@@ -3,3 +3,3 @@ f\n x\n-old\n+new\n\\ No newline at end of file\n', {}],
  ['the same below another line', '@@ -3,3 +3,3 @@ f\n z\n-old\n+new\n y\n', {}],
  ['the same above another line', '@@ -3,3 +3,3 @@ f\n x\n-old\n+new\n z\n', {}],
  ['the same at the beginning', '@@ -1,2 +1,2 @@ f\n-old\n+new\n y\n', {}],
  ['another mode', plain, { newMode: '100755' }],
])('%s is another content', (_name, patch, change) => {
  expect(key(patch, change)).not.toBe(key(plain));
});

const added = '@@ -0,0 +1 @@\n+new\n';
const removed = '@@ -1 +0,0 @@\n-old\n';

test.each([
  ['the mode of an added file', added, { status: 'added', oldMode: '000000' }, { newMode: '100755' }],
  ['whether the file goes with its lines', removed, {}, { status: 'deleted', newMode: '000000' }],
])('%s counts', (_name, patch, one, other) => {
  expect(key(patch, { ...one, ...other })).not.toBe(key(patch, one));
});

test.each([
  ['a mode that stays', plain, { oldMode: '100755', newMode: '100755' }],
  ['a name', plain, { status: 'renamed' }],
])('%s does not count', (_name, patch, change) => {
  expect(key(patch, change)).toBe(key(plain));
});

test('keys of marks that are stored from before are known', () => {
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
  expect(keys(plain).earlier).toContain(hashOf('-old\n+new\n=\n'));
  expect(keys(added, { status: 'added', oldMode: '000000', newMode: '100755' }).earlier).toContain(hashOf('+new\n=\n'));
  expect(keys(plain, { newMode: '100755' }).earlier).toContain(hashOf('mode 100644 100755\n-old\n+new\n=\n'));
  const long = { rows: 9, pages: [], digest: 'one' };
  expect(keys('', { long }).earlier).toContain(hashOf('lines one\n'));
  expect(keys('', { isBinary: true }).earlier).toContain(hashOf('blobs a b\n'));
});

test('files without lines are known by their blobs', () => {
  const picture = { isBinary: true, addedLines: 0, removedLines: 0 };
  expect(key('', picture)).toBe(key('', picture));
  expect(key('', { ...picture, newOid: 'other' })).not.toBe(key('', picture));
});

test('of changes that are too long to be read at once the lines count as well, not the blobs', () => {
  const long = (digest: string, change: object = {}) => key('', { long: { rows: 9, pages: [], digest }, ...change });
  expect(long('one', { newOid: 'other', oldOid: 'another' })).toBe(long('one'));
  expect(long('two')).not.toBe(long('one'));
  expect(long('one', { newMode: '100755' })).not.toBe(long('one'));
});

test('text cannot pose as the end of a run', () => {
  expect(key('@@ -1,2 +1,2 @@\n =\n-old\n+new\n')).not.toBe(key('@@ -1,1 +1,1 @@\n-old\n+new\n'));
  expect(key('@@ -1,2 +1,2 @@\n-old\n+a\n+=\n+b\n')).not.toBe(key('@@ -1,3 +1,3 @@\n-old\n+a\n x\n+b\n'));
});

test.each([
  ['a file that is only renamed', { status: 'renamed' }],
  ['a file of which only the mode changes', { newMode: '100755' }],
])('of %s it does not matter what the target branch makes of its content', (_name, change) => {
  const same = (oid: string, more: object = {}) =>
    keys('', { ...change, addedLines: 0, removedLines: 0, oldOid: oid, newOid: oid, ...more });
  expect(same('one').content).toBe(same('other').content);
  // Its own place tells it apart from others of which the same becomes.
  expect(same('one', { oldPath: 'b.txt' }).content).not.toBe(same('one').content);
  expect(same('one', { oldMode: '100755', newMode: '100644' }).content).not.toBe(same('one').content);
  expect(same('one', { newOid: 'two' }).content).not.toBe(same('one').content);
  expect(same('one', { status: 'copied' }).content).not.toBe(same('other', { status: 'copied' }).content);
  // Marks that were stored with the content are known.
  const mode = 'newMode' in change ? ' 100644 100755' : '';
  const before = `2:${createHash('sha256').update(`changed${mode}\nblobs one one\n`).digest('hex')}`;
  expect(same('one').earlier).toContain(before);
});
