import { AppError } from '@tributary/contract/errors/app-error.ts';
import { translateDatabaseError } from '../../platform/db/database-errors.ts';

const IN_PAYLOAD = new Set(['invalid', 'conflict', 'not_allowed_now', 'gone', 'forbidden']);

export type MutationAnswer<T> = { errors: string[] } & { [K in keyof T]: T[K] | null };

/**
 * Runs a mutation. Failures that the sender can act on go into `errors` of the payload; a thing that may not be seen, a
 * missing sign-in and bugs are errors of the whole request. `told` is what failed beside what was done, known afterwards.
 */
export async function answerMutation<T extends Record<string, unknown>>(
  empty: { [K in keyof T]: null },
  work: () => Promise<T>,
  told: { errors: readonly string[] } = { errors: [] },
): Promise<MutationAnswer<T>> {
  try {
    return { ...(await work()), errors: [...told.errors] };
  } catch (error) {
    const failure = translateDatabaseError(error);
    if (!(failure instanceof AppError) || !IN_PAYLOAD.has(failure.kind)) throw failure;
    const fields = Object.entries(failure.fields ?? {}).flatMap(([name, texts]) =>
      texts.map((text) => (name === 'base' ? text : `${name} ${text}`)),
    );
    return { ...empty, errors: fields.length > 0 ? fields : [failure.message] };
  }
}
