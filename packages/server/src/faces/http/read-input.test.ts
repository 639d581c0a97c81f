import { AppError } from '@tributary/contract/errors/app-error.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { validateInput } from './read-input.ts';

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

  test('that is meant stays', () => {
    expect(validateInput(schema, { title: 'x', due: null, branch: null })).toEqual({ title: 'x', page: 1, due: null });
  });

  test('of what is required is missing, and of no field is wrong', () => {
    expect(refusalOf({ title: null, branch: null })).toEqual(['missing_parameter', { names: 'title' }]);
    expect(refusalOf({ title: 'x', names: [null] })).toEqual(['bad_parameter', { name: 'names.0' }]);
    expect(refusalOf({ title: 'x', other: null })).toEqual(['unknown_parameter', { names: 'other' }]);
  });
});
