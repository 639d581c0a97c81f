import type { Extension } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';

/** The thing as the REST endpoint shows it to the actor; only asked for what they may see. */
type TodoTarget = (ctx: Context, id: number) => Promise<unknown>;

const targets = new Map<string, TodoTarget>();

/** Says how a kind of noteable looks inside a to-do of the slice's REST endpoint. */
export function defineTodoTarget(type: string, render: TodoTarget): Extension {
  return () => {
    targets.set(type, render);
  };
}

export async function renderTarget(ctx: Context, type: string, id: number): Promise<unknown> {
  return targets.get(type)?.(ctx, id);
}
