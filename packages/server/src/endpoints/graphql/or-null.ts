import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlContext } from './builder.ts';

/** What may not be seen is null, as if it were not there. */
export async function orNull<T>(context: Pick<GraphqlContext, 'unseen'>, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
    if (context.unseen) context.unseen.isAnswered = true;
    return null;
  }
}
