import type { Context } from '../context.ts';

type TopicGuard = (ctx: Context, id: string) => Promise<boolean>;
type ActorCheck = (ctx: Context) => Promise<boolean>;

const guards = new Map<string, TopicGuard>();
let isActorAlive: ActorCheck = async () => true;

/** Says who may hear topics of the form `<prefix>:<id>`; asked when subscribing and again while delivering. */
export function defineTopic(prefix: string, guard: TopicGuard): void {
  guards.set(prefix, guard);
}

/** Set by the accounts slice: does the credential of a long-lived connection still hold? */
export function defineActorCheck(check: ActorCheck): void {
  isActorAlive = check;
}

export async function mayHear(ctx: Context, topic: string): Promise<boolean> {
  const colon = topic.indexOf(':');
  const guard = guards.get(topic.slice(0, colon));
  if (colon <= 0 || guard === undefined) return false;
  return (await isActorAlive(ctx)) && guard(ctx, topic.slice(colon + 1));
}
