import type { ActionResult, Noteable, QuickAction } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import type { UsersInput } from '../shared/users-input.ts';
import type { LabelsInput } from '../shared/resolve-inputs.ts';
import type { TimeChange } from '../time-tracking/track-time.ts';
import type { ReferredThing } from './read-args.ts';

/** What commands need to know about and do to one kind of thing, each with the operation of the button. */
export type Commanded = {
  type: string;
  noun: string;
  can: (
    ctx: Context,
    noteable: Noteable,
  ) => Promise<{ update: boolean; admin: boolean; lock: boolean; close: boolean; reopen: boolean; subscribe: boolean }>;
  /** May this be done in the text of a new one in this project? */
  canOnNew: (ctx: Context, access: ProjectAccess, right: RightOnNew) => boolean;
  isLocked: (ctx: Context, id: number) => Promise<boolean>;
  isSubscribed: (ctx: Context, id: number) => Promise<boolean>;
  assigneeIds: (ctx: Context, id: number) => Promise<number[]>;
  /** Those of these users who may be put on one of the project. */
  whoCanSee: (ctx: Context, access: ProjectAccess, ids: readonly number[]) => Promise<number[]>;
  labelIds: (ctx: Context, id: number) => Promise<number[]>;
  milestoneId: (ctx: Context, id: number) => Promise<number | null>;
  update: (
    ctx: Context,
    noteable: Noteable,
    wish: {
      title?: string;
      assigneeIds?: UsersInput;
      labels?: LabelsInput;
      milestoneId?: number | null;
      isDiscussionLocked?: boolean;
    },
  ) => Promise<unknown>;
  changeState: (ctx: Context, id: number, event: 'close' | 'reopen') => Promise<unknown>;
  track: (ctx: Context, id: number, change: TimeChange) => Promise<unknown>;
  subscribe: (ctx: Context, id: number, isSubscribed: boolean) => Promise<unknown>;
  /** As references name it. */
  kind: ReferredThing['kind'];
  /** Labels and milestone of one of the kind, by its number; throws not_found for what the actor may not see. */
  findMetadata: (ctx: Context, access: ProjectAccess, iid: number) => Promise<Metadata>;
};

export type Metadata = { labelIds: number[]; milestoneId: number | null };

export type Rights = Awaited<ReturnType<Commanded['can']>>;
export type Right = keyof Rights;

/** Users, labels and the like; what is only for those who work here; locking. */
export type RightOnNew = 'metadata' | 'admin' | 'lock';

export type Define = (
  name: string,
  right: Right,
  parts: {
    description: string;
    aliases?: string[];
    params?: string;
    /** Is there something for it to do? The words are those of a preview. */
    isApt?: (
      ctx: Context,
      noteable: Noteable,
      asked: { args?: string | undefined; rights: Rights },
    ) => Promise<boolean>;
    explain: QuickAction['explain'];
    run: (ctx: Context, noteable: Noteable, args: string) => Promise<ActionResult>;
  },
) => void;

export const done = (message: string, missed?: string): ActionResult => ({ message, missed });
