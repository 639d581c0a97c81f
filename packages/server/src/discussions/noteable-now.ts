import { fail } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../platform/context.ts';
import { type Noteable, noteableDescriptor } from './noteable.ts';

export function keyOf(noteable: Noteable): { noteableType: string; noteableId: number } {
  return { noteableType: noteable.type, noteableId: noteable.id };
}

/** The thing as it is now, with the rights of this moment. */
export async function reload(ctx: Context, noteable: Noteable): Promise<Noteable> {
  const fresh = await noteableDescriptor(noteable.type).findById(ctx, noteable.id);
  return fresh ?? fail('not_found', { resource: 'Noteable' });
}
