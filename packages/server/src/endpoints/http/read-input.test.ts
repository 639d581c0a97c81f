import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ignoredParametersText } from '../rest/ignored-parameters.ts';
import { validateInput, withoutRepeats } from './read-input.ts';

const schema = z.strictObject({
  title: z.string(),
  branch: z.string().optional(),
  page: z.number().default(1),
  due: z.string().nullish(),
  actions: z.array(z.strictObject({ path: z.string(), encoding: z.enum(['text']).optional() })).optional(),
  names: z.array(z.string()).optional(),
});

function refusalOf(input: Record<string, unknown>): unknown {
  try {
    return validateInput(schema, input);
  } catch (error) {
    return error instanceof AppError ? [error.code, error.params] : error;
  }
}

describe('a null', () => {
  test('where none is meant counts as left out', () => {
    const sent = { title: 'x', branch: null, page: null, actions: [{ path: 'a', encoding: null }] };
    expect(validateInput(schema, sent)).toEqual({ title: 'x', page: 1, actions: [{ path: 'a' }] });
    expect(sent.branch).toBeNull();
  });

  test('costs the same whatever else is sent, and however many there are', async () => {
    const actions = Array.from({ length: 10_000 }, (_unused, at) => ({ path: `${at}`, encoding: null }));
    const spent = await cpuMsOf(() => {
      const taken = validateInput(schema, { title: 'x', actions });
      expect(taken.actions).toHaveLength(10_000);
      expect(refusalOf({ title: 'x', names: Array.from({ length: 10_000 }, () => null) })).toEqual([
        'bad_parameter',
        { name: expect.stringMatching(/^names\.0, /) },
      ]);
    });
    // Minutes where each of them copies all.
    expect(spent).toBeLessThan(5_000);
  });

  test('that is meant stays', () => {
    expect(validateInput(schema, { title: 'x', due: null, branch: null })).toEqual({ title: 'x', page: 1, due: null });
  });

  test('of what is required is missing, and of no field is wrong', () => {
    expect(refusalOf({ title: null, branch: null })).toEqual(['missing_parameter', { names: 'title' }]);
    expect(refusalOf({ title: 'x', names: [null] })).toEqual(['bad_parameter', { name: 'names.0' }]);
    expect(refusalOf({ title: 'x', other: null })).toEqual(['unknown_parameter', { names: 'other' }]);
  });
});

describe('unknown fields', () => {
  test('are left out and named on request, also in lists, unions and beside what is blank', () => {
    const position = z.union([z.strictObject({ path: z.string(), line: z.number().optional() }), z.string().max(2)]);
    const wide = schema.extend({ position: position.optional() });
    const names: string[] = [];
    const sent = {
      title: 'x',
      colour: 'red',
      page: ' ',
      actions: [{ path: 'a', encoding: '', mode: 1 }],
      position: { path: 'p', line: '', file: null },
    };
    expect(validateInput(wide, sent, (found) => names.push(...found))).toEqual({
      title: 'x',
      page: 1,
      actions: [{ path: 'a' }],
      position: { path: 'p' },
    });
    expect(names.toSorted()).toEqual(['actions.0.mode', 'colour', 'position.file']);
    expect(ignoredParametersText(names)).toBe('actions.mode, position.file, colour');
  });

  test('are named in a header of bounded length', () => {
    const names = Array.from({ length: 500 }, (_unused, at) => `${'ä,'.repeat(60)}${at}`.slice(at % 60));
    expect(ignoredParametersText(names)).toMatch(/^[_\w, ]+\.\.\.$/);
    expect(ignoredParametersText(names).length).toBeLessThan(1_010);
  });
});

test('a blank text for what is required is wrong, not missing', () => {
  const ids = z.strictObject({ id: z.coerce.number().positive() });
  expect(() => validateInput(ids, { id: '' })).toThrow('id does not have a valid value');
});

test('what repeats the address is left out, unless the route takes it itself', () => {
  const sent = { id: 1, project_id: 2, merge_request_iid: 3, note_id: 4, body: 'x', colour: 'red' };
  const path = '/projects/:id/merge_requests/:noteable_id/notes/:note_id';
  expect(withoutRepeats(sent, path, {})).toEqual({ body: 'x', colour: 'red' });
  expect(withoutRepeats(sent, path, { id: z.number() })).toEqual({ id: 1, body: 'x', colour: 'red' });
  expect(withoutRepeats({ id: 1, group_id: 2, project_id: 3 }, '/groups/:id/labels', {})).toEqual({ project_id: 3 });
  expect(withoutRepeats({ issue_iid: 1, constructor: 2 }, '/projects', {})).toEqual({ issue_iid: 1, constructor: 2 });
});
