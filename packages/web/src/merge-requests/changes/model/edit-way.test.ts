import { expect, test } from 'vitest';
import { editWay } from './edit-way.ts';

const file = {
  edit_path: null,
  can_modify_blob: false,
  deleted_file: false,
  submodule: false,
  blob: { readable_text: true },
};
const path = '/a/-/edit/main/x';

test.each([
  ['who may change it has its editor', { edit_path: path, can_modify_blob: true }, true, { kind: 'edit', href: path }],
  ['who may only fork is told of that', {}, true, { kind: 'fork' }],
  ['who may not even fork has no entry', {}, false, null],
  ['who may change it where nothing can be edited has none', { can_modify_blob: true }, true, null],
  ['a picture is not edited', { edit_path: path, blob: { readable_text: false } }, true, null],
  ['a file that is gone is not edited', { deleted_file: true }, true, null],
  ['a submodule is not edited', { submodule: true }, true, null],
])('%s', (_name, facts, mayFork, expected) => {
  expect(editWay({ ...file, ...facts }, mayFork)).toEqual(expected);
});
