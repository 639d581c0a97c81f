import { expect, test } from 'vitest';
import { commentsDisabled } from './comments-disabled.ts';

const file = {
  status: 'modified',
  oldMode: '100644',
  newMode: '100644',
  oldOid: 'a'.repeat(40),
  newOid: 'b'.repeat(40),
  isSubmodule: false,
  isBinary: false,
  isLfsPointer: false,
  isWhitespaceOnly: false,
  addedLines: 1,
  removedLines: 0,
};

test.each([
  ['a changed file', {}, null],
  ['a changed picture', { isBinary: true, addedLines: 0 }, null],
  ['a link that leads elsewhere', { oldMode: '120000', newMode: '120000' }, null],
  ['a submodule', { isSubmodule: true }, /submodule/],
  ['a file that became a link', { status: 'type_changed', newMode: '120000' }, /symbolic link/],
  ['a link that became a file', { status: 'type_changed', oldMode: '120000' }, /symbolic link/],
  ['a pure rename', { status: 'renamed', addedLines: 0 }, /only renamed/],
  [
    'a picture that was only renamed',
    { status: 'renamed', isBinary: true, newOid: file.oldOid, addedLines: 0 },
    /only renamed or moved. You cannot comment on points on the image/,
  ],
  ['a pure copy', { status: 'copied', addedLines: 0 }, /only copied/],
  ['another mode', { newMode: '100755', addedLines: 0 }, /Only the file mode/],
  ['an empty file', { status: 'added', addedLines: 0 }, /is empty/],
  ['hidden whitespace', { isWhitespaceOnly: true, addedLines: 0 }, /whitespace/],
  ['a file in LFS', { isLfsPointer: true, addedLines: 3 }, /LFS/],
])('lines of %s', (_name, facts, reason) => {
  const told = commentsDisabled({ ...file, ...facts });
  if (reason === null) expect(told).toBeNull();
  else expect(told).toMatch(reason);
});
