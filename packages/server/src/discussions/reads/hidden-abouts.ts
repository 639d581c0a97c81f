import type { Context } from '../../platform/context.ts';
import { type Noteable, noteableDescriptor } from '../noteable.ts';
import { keyOf } from '../noteable-now.ts';
import { type About, listAbouts } from '../store/abouts.ts';

/** What system notes of this thing name and this reader may not see: even its name tells something. */
export async function hiddenAbouts(ctx: Context, noteable: Noteable): Promise<About[]> {
  return hiddenOf(ctx, await listAbouts(ctx.db, keyOf(noteable)));
}

/** Those of these things that the actor may not see, asked for once for each kind. */
export async function hiddenOf(ctx: Context, things: readonly About[]): Promise<About[]> {
  const hidden: About[] = [];
  for (const [type, own] of Map.groupBy(things, (thing) => thing.type)) {
    const visible = await noteableDescriptor(type).visibleAmong(
      ctx,
      own.map((thing) => thing.id),
    );
    hidden.push(...own.filter((thing) => !visible.has(thing.id)));
  }
  return hidden;
}
