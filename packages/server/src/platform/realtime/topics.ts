import type { Extension } from '../extensions.ts';
import type { Context } from '../context.ts';

type TopicGuard = (ctx: Context, id: string) => Promise<boolean>;

const guards = new Map<string, TopicGuard>();

/**
 * Says who may hear topics of the form `<prefix>:<id>`; asked when subscribing and again while delivering. What is given
 * takes it back, for tests.
 */
export function defineTopic(prefix: string, guard: TopicGuard): Extension<() => void> {
  return () => {
    guards.set(prefix, guard);
    return () => void guards.delete(prefix);
  };
}

export async function maySubscribe(ctx: Context, topic: string): Promise<boolean> {
  const colon = topic.indexOf(':');
  const guard = guards.get(topic.slice(0, colon));
  if (colon <= 0 || guard === undefined) return false;
  return guard(ctx, topic.slice(colon + 1));
}
