import { describe, expect, it } from 'vitest';
import { AppError, errorFromAnswer, hasNoAnswer, isAppError, messageOf } from './app-error.ts';

describe('errorFromAnswer', () => {
  it('reads the page endpoint with code, params and fields', () => {
    const error = errorFromAnswer(422, {
      error: {
        code: 'name_taken',
        message: 'The name is taken.',
        params: { name: 'x' },
        fields: { name: ['is taken'] },
        requestId: 'r1',
      },
    });
    expect(error).toMatchObject({
      status: 422,
      code: 'name_taken',
      message: 'The name is taken.',
      errors: { name: ['is taken'] },
      requestId: 'r1',
    });
    expect(error.params).toEqual({ name: 'x' });
  });

  it('reads a REST message as text, list or fields', () => {
    expect(errorFromAnswer(400, { message: 'ref is invalid' }).message).toBe('ref is invalid');
    expect(errorFromAnswer(400, { message: ['a', 'b'] }).message).toBe('a b');
    const fields = errorFromAnswer(422, { message: { project_path: ['has already been taken'], base: 'no' } });
    expect(fields.errors).toEqual({ project_path: ['has already been taken'], base: ['no'] });
    expect(fields.message).toBe('Project path has already been taken');
  });

  it('replaces a bare status line by a sentence', () => {
    expect(errorFromAnswer(404, { message: '404 Project Not Found' }).message).toBe(
      'This does not exist, or you don’t have access.',
    );
    expect(errorFromAnswer(403, { message: '403 Forbidden - this branch is protected' }).message).toContain(
      'protected',
    );
  });

  it('reads OAuth and parameter errors', () => {
    expect(errorFromAnswer(401, { error: 'invalid_token', error_description: 'Token was revoked.' })).toMatchObject({
      code: 'invalid_token',
      message: 'Token was revoked.',
    });
    expect(errorFromAnswer(400, { error: 'name is missing' })).toMatchObject({
      code: 'bad_request',
      message: 'name is missing',
    });
  });

  it('has a code and a sentence for anything else', () => {
    expect(errorFromAnswer(503, '<html>')).toMatchObject({ code: 'unavailable', status: 503 });
    expect(errorFromAnswer(418, undefined).code).toBe('unknown');
    expect(errorFromAnswer(500, [1, 2]).message).toBe('Something went wrong. Try again.');
  });
});

describe('messageOf', () => {
  it('never shows the text of a bug', () => {
    expect(messageOf(new TypeError('x is not a function'))).toBe('Something went wrong. Try again.');
    expect(messageOf(new AppError({ status: 409, code: 'conflict', message: 'It changed.' }))).toBe('It changed.');
    expect(isAppError(new Error('x'))).toBe(false);
  });
});

describe('hasNoAnswer', () => {
  it('knows a refusal from a server in trouble', () => {
    const refusal = errorFromAnswer(500, { message: 'Note is too long', error: { code: 'validation_failed' } });
    const bug = errorFromAnswer(500, { error: { code: 'bug', message: 'Something went wrong on our end.' } });
    expect([refusal, errorFromAnswer(422, {})].map((error) => hasNoAnswer(error))).toEqual([false, false]);
    const unanswered = [bug, errorFromAnswer(500, undefined), errorFromAnswer(503, {}), new Error('x')];
    expect(unanswered.map((error) => hasNoAnswer(error))).toEqual([true, true, true, true]);
  });
});
