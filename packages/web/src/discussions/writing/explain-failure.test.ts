import { describe, expect, it } from 'vitest';
import { AppError, errorFromAnswer } from '../../lib/app-error.ts';
import { explainFailure, NETWORK_MESSAGE, withReason } from './explain-failure.ts';

describe('explainFailure', () => {
  it('blames the network when no answer came or the server failed', () => {
    expect(explainFailure(new AppError({ status: 0, code: 'network', message: 'x' }))).toEqual([NETWORK_MESSAGE]);
    expect(explainFailure(errorFromAnswer(500, undefined))).toEqual([NETWORK_MESSAGE]);
    expect(explainFailure(new Error('bug'))).toEqual([NETWORK_MESSAGE]);
    expect(explainFailure(errorFromAnswer(502, undefined), 'Saving the comment failed')).toEqual([
      'Saving the comment failed',
    ]);
  });

  it('shows each message of commands that failed', () => {
    const error = errorFromAnswer(422, { errors: { commands_only: ['Could not assign.', 'Could not label.'] } });
    expect(explainFailure(error)).toEqual(['Could not assign.', 'Could not label.']);
  });

  it('gives the reason of the server in lower case', () => {
    const error = errorFromAnswer(422, { errors: { base: ['Note is too Long'] } });
    expect(explainFailure(error)).toEqual(['Your comment could not be submitted because note is too long.']);
  });
});

describe('withReason', () => {
  const SENTENCE = 'An error occurred adding a new draft.';

  it.each([
    ['no answer', new AppError({ status: 0, code: 'network', message: 'x' }), SENTENCE],
    ['a server in trouble', errorFromAnswer(503, undefined), SENTENCE],
    ['a bug', new Error('bug'), SENTENCE],
    [
      'a refusal',
      errorFromAnswer(422, { error: { code: 'too_many_drafts', message: 'At most 500 are kept.' } }),
      `${SENTENCE} At most 500 are kept.`,
    ],
    ['a field', errorFromAnswer(422, { errors: { note: ['is too long'] } }), `${SENTENCE} Note is too long.`],
    [
      'commands',
      errorFromAnswer(422, { errors: { commands_only: ['could not assign', 'Could not label.'] } }),
      `${SENTENCE} Could not assign. Could not label.`,
    ],
  ])('after %s', (_what, error, text) => {
    expect(withReason(SENTENCE, error)).toBe(text);
  });
});
