import type { Extension } from '../platform/extensions.ts';
import type { NotificationKind, NotificationEvent } from '@tributary/contract/notifications/enums.ts';
import type { Noteable } from '../discussions/index.ts';
import type { UserActor } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import type { ChosenLevel } from './rules/item-level.ts';
import type { ReadCondition } from './store/todo-lists.ts';

export type Assignment = { userId: number; since: Date };

/** Who a thing concerns at this moment. Reads without rights: what follows from it is checked for each user. */
export type Concerned = {
  noteable: Noteable;
  isOpen: boolean;
  description: string;
  assigned: Assignment[];
  reviewers: Assignment[];
  /** What users chose for this one thing. */
  chosen: ReadonlyMap<number, ChosenLevel>;
};

/** Someone without an account who is told by mail what is said on a thing. */
export type Outsider = {
  /** Numbered by the thing's kind; never used twice. */
  id: number;
  email: string;
  /** Where they are told nothing more, with a secret in it: path of this server. */
  leavePath: string;
};

export type NotificationSubject = {
  /** Of the noteable. */
  type: string;
  /** As users read it: `merge request`. */
  noun: string;
  /** Users put it on their own list themselves. */
  canBeMarked: boolean;
  /** Left out: whoever sees its place may read it. */
  isReadable?: ReadCondition;
  /** Undefined when it is gone. */
  concerned: (ctx: Context, id: number) => Promise<Concerned | undefined>;
  /** The description as the actor may see it. */
  showDescription: (ctx: Context, id: number) => Promise<{ text: string; html: string }>;
  /** Names of those of the labels that it has, for things that have labels. */
  labelNames?: (ctx: Context, id: number, labelIds: readonly number[]) => Promise<string[]>;
  /** What a user ticks at the level `custom` to hear of this. */
  eventOf: (kind: NotificationKind) => NotificationEvent | undefined;
  /** The actor hears nothing more of this one thing, unless called, however they came to hear of it. Left out: not to be chosen. */
  stop?: (ctx: Context & { actor: UserActor }, id: number) => Promise<void>;
  /** Who hears of public comments without an account, for things that have such users. */
  outsiders?: (ctx: Context, id: number) => Promise<Outsider[]>;
};

const descriptors = new Map<string, NotificationSubject>();

/** Lets a kind of noteable ask for attention: to-dos, mail, levels. What is given takes it back, for tests. */
export function defineNotificationSubject(descriptor: NotificationSubject): Extension<() => void> {
  return () => {
    descriptors.set(descriptor.type, descriptor);
    return () => void descriptors.delete(descriptor.type);
  };
}

/** What users put on their own lists. */
export function markedTypes(): string[] {
  return [...descriptors.values()].flatMap(({ type, canBeMarked }) => (canBeMarked ? type : []));
}

/** What users are told of, and when they may still read it. */
export function readConditions(): { type: string; isReadable: ReadCondition | undefined }[] {
  return [...descriptors.values()].map(({ type, isReadable }) => ({ type, isReadable }));
}

/** Undefined for noteables that ask nobody for anything. */
export function notificationSubjectOf(type: string): NotificationSubject | undefined {
  return descriptors.get(type);
}
