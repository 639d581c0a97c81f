import { AppError } from '@tributary/contract/errors/app-error.ts';
import { parseGlobalId, parseNumericId } from '../../../endpoints/graphql/global-id.ts';
import type { Context } from '../../../platform/context.ts';
import { type Noteable, noteableDescriptor, noteableTypes } from '../../noteable.ts';
import { noteableById } from '../../reads/noteable-by-ids.ts';

/** What a global id names, of all that can be talked about; not_found when it is gone or not to be seen. */
export async function noteableOfId(ctx: Context, globalId: string, resource = 'Noteable'): Promise<Noteable> {
  const model = /^gid:\/\/gitlab\/(\w+)\//.exec(globalId)?.[1];
  const type = noteableTypes().find((each) => each === model);
  const found = type && (await find(ctx, type, globalId));
  if (!found) throw new AppError('not_found', { resource });
  return found;
}

function find(ctx: Context, type: string, globalId: string): Promise<Noteable | undefined> {
  const { findByKey } = noteableDescriptor(type);
  return findByKey
    ? findByKey(ctx, parseGlobalId(globalId, type))
    : noteableById(ctx, type, parseNumericId(globalId, type));
}
