import type { ConflictFileView } from '@tributary/contract/merge-requests/conflicts.ts';
import { expect, it } from 'vitest';
import {
  choiceOf,
  editableText,
  fingerprintOf,
  initialChoice,
  isResolved,
  parseChoices,
  toInput,
} from './resolution.ts';

const file: ConflictFileView = {
  path: 'a.txt',
  type: 'both_modified',
  message: '',
  sourcePath: 'a.txt',
  targetPath: 'b.txt',
  isBinary: false,
  sourceSize: 10,
  targetSize: 10,
  sections: [
    { kind: 'merged', lines: ['one'] },
    { kind: 'conflict', source: ['s'], target: ['t'], base: ['b'] },
    { kind: 'merged', lines: ['three'] },
  ],
  isEditable: true,
  lineEnd: '\n',
};
const branches = { source: 'topic', target: 'main' };

it('is resolved when every conflict has a choice, or the text no markers', () => {
  expect(isResolved(initialChoice(file))).toBe(false);
  expect(isResolved({ choices: ['both'] })).toBe(true);
  expect(isResolved({ content: 'one\n<<<<<<< topic\n' })).toBe(false);
  expect(isResolved({ content: 'one\n' })).toBe(true);
  expect(isResolved(null)).toBe(false);
});

it('sends the name that was chosen of two', () => {
  expect(toInput(file, { choices: ['both'], name: 'target' })).toEqual({
    path: 'a.txt',
    name: 'target',
    choices: ['both'],
  });
  expect(toInput({ ...file, targetPath: 'a.txt' }, { choices: ['both'], name: 'target' })).toEqual({
    path: 'a.txt',
    choices: ['both'],
  });
  expect(toInput(file, initialChoice(file))).toBeNull();
});

it('starts editing with what was chosen, and markers where nothing was', () => {
  expect(editableText(file, { choices: ['both'] }, branches)).toBe('one\ns\nt\nthree\n');
  expect(editableText(file, { use: 'target' }, branches)).toBe('one\nt\nthree\n');
  expect(editableText(file, initialChoice(file), branches)).toBe(
    'one\n<<<<<<< topic\ns\n=======\nt\n>>>>>>> main\nthree\n',
  );
});

it('keeps choices only for the same conflicts', () => {
  const kept = parseChoices(JSON.stringify({ 'a.txt': { of: fingerprintOf(file), choice: { choices: ['source'] } } }));
  expect(choiceOf(kept, file)).toEqual({ choices: ['source'] });
  expect(choiceOf(kept, { ...file, sections: file.sections?.slice(1) ?? null })).toEqual({ choices: [null] });
  expect(parseChoices('no json')).toEqual({});
});
