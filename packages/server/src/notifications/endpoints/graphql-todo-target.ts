import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type Noteable, noteableById } from '../../discussions/index.ts';
import { parseNumericId } from '../../endpoints/graphql/global-id.ts';
import type { Context } from '../../platform/context.ts';
import { markedTypes } from '../notification-subject.ts';

/** What a global id names, of all that an entry can be about. */
export async function targetOf(ctx: Context, globalId: string): Promise<Noteable> {
  const type = markedTypes().find((each) => globalId.startsWith(`gid://gitlab/${each}/`));
  const found = type && (await noteableById(ctx, type, parseNumericId(globalId, type)));
  if (!found) throw new AppError('not_found', { resource: 'Todoable' });
  return found;
}
