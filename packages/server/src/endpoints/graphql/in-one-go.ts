import type { Context } from '../../platform/context.ts';

type Answers<Value> = Promise<readonly (Value | Promise<Value>)[]>;
type Waiting<Key, Value> = { keys: Key[]; answers: Answers<Value> };

/**
 * Asks at once for what the fields of many rows of one answer ask for one by one. Nothing is remembered: who asks once what
 * was asked for together is on its way is answered again. `load` gives an answer for each key, in their order; where those are
 * promises, one that fails fails alone.
 */
export function inOneGo<Key, Value>(
  load: (ctx: Context, keys: readonly Key[]) => Answers<Value>,
): (ctx: Context, key: Key) => Promise<Value> {
  const waiting = new WeakMap<Context, Waiting<Key, Value>>();
  const gather = (ctx: Context): Waiting<Key, Value> => {
    const keys: Key[] = [];
    // The fields of all rows are asked in one turn, before anything that waits for it goes on.
    const answers = Promise.resolve().then(() => {
      waiting.delete(ctx);
      return load(ctx, keys);
    });
    const made = { keys, answers };
    waiting.set(ctx, made);
    return made;
  };
  return async (ctx, key): Promise<Value> => {
    const { keys, answers } = waiting.get(ctx) ?? gather(ctx);
    const at = keys.push(key) - 1;
    return (await answers)[at] as Value | Promise<Value>;
  };
}
