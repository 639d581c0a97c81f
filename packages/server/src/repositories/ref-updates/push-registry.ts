import type { Extension } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import type { DescribedMove } from './describe-move.ts';

/**
 * What other slices add to a push, as the one who pushed. Both run after the refs have moved: options once the event is
 * recorded, messages after options, or beside the recording where there are none, so they only read. They answer lines that git prints as `remote: …`. An AppError becomes such a line; the push itself stands.
 */
export type PushMessage = (ctx: Context, access: ProjectAccess, move: DescribedMove) => Promise<string[]>;

/**
 * Work on a moved ref in the transaction that records the push, so that whoever hears of the push finds it done. The event
 * of the push has to lead to the same: when this fails, the push is recorded without it. Must bear repetition.
 */
export type PushFollower = (
  ctx: Context,
  access: ProjectAccess,
  move: DescribedMove,
  movedById: number | null,
  options: readonly PushOption[],
) => Promise<void>;

export type PushOptionsHandler = {
  /** First part of the option's name: `merge_request` takes `merge_request.create`, `merge_request.target=main`. */
  prefix: string;
  run: (
    ctx: Context,
    access: ProjectAccess,
    push: { moves: readonly DescribedMove[]; options: readonly PushOption[] },
  ) => Promise<string[]>;
};

/** `value` is undefined for an option without `=`; the same name may come several times. */
export type PushOption = { name: string; value: string | undefined };

const messages: PushMessage[] = [];
const followers: PushFollower[] = [];
const handlers = new Map<string, PushOptionsHandler>();

/** Adds lines that are printed after a push, such as the link to create a merge request. What is given takes it back, for tests. */
export function definePushMessage(message: PushMessage): Extension<() => void> {
  return () => {
    messages.push(message);
    return () => void messages.splice(messages.indexOf(message), 1);
  };
}

/** Lets other slices follow a moved ref at once. */
export function definePushFollower(follower: PushFollower): Extension {
  return () => {
    followers.push(follower);
  };
}

/** Takes the push options (`git push -o`) of one prefix. What is given takes it back, for tests. */
export function definePushOptions(handler: PushOptionsHandler): Extension<() => void> {
  return () => {
    handlers.set(handler.prefix, handler);
    return () => void handlers.delete(handler.prefix);
  };
}

export function pushMessages(): readonly PushMessage[] {
  return messages;
}

export function pushFollowers(): readonly PushFollower[] {
  return followers;
}

export function parsePushOptions(texts: readonly string[]): PushOption[] {
  return texts.map((text) => {
    const equals = text.indexOf('=');
    return equals < 0
      ? { name: text, value: undefined }
      : { name: text.slice(0, equals), value: text.slice(equals + 1) };
  });
}

/** The handlers with the options that are theirs, and the names nobody takes. */
export function handlersFor(options: readonly PushOption[]): {
  taken: { handler: PushOptionsHandler; options: PushOption[] }[];
  unknown: string[];
} {
  const taken = new Map<PushOptionsHandler, PushOption[]>();
  const unknown: string[] = [];
  for (const option of options) {
    const handler = handlers.get(option.name.split('.')[0] ?? '');
    if (handler) taken.set(handler, [...(taken.get(handler) ?? []), option]);
    else unknown.push(option.name);
  }
  return { taken: [...taken].map(([handler, own]) => ({ handler, options: own })), unknown };
}

const PURPOSE = 'push_options';

/** Push options for the event of the push. */
export function sealPushOptions(ctx: Pick<Context, 'secrets'>, texts: readonly string[]): string {
  return ctx.secrets.encrypt(PURPOSE, JSON.stringify(texts));
}

/** The push options of an event. */
export function openPushOptions(ctx: Pick<Context, 'secrets'>, sealed: string | undefined): PushOption[] {
  if (sealed === undefined) return [];
  return parsePushOptions(JSON.parse(ctx.secrets.decrypt(PURPOSE, sealed)) as string[]);
}
