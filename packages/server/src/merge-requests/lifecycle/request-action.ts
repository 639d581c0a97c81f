import type { Extension } from '../../platform/extensions.ts';
import { type ActionResult, defineQuickAction, type Noteable, type QuickAction } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { canUpdate } from '../abilities.ts';
import { findMergeRequestAccess, type MergeRequestAccess } from '../merge-request-access.ts';
import { NOTEABLE_TYPE } from '../noteable.ts';

/** What the operation asks, and whether there is something for it to do. */
export type RequestActionCheck = (ctx: Context, found: MergeRequestAccess) => boolean | Promise<boolean>;

/** Defines a quick action of merge requests alone. */
export function defineRequestAction(
  name: string,
  check: RequestActionCheck,
  parts: {
    description: string;
    aliases?: string[];
    params?: string;
    /** Also for the description of a new one, which its author may change. */
    isForNew?: boolean;
    /** It moves branches, which no transaction holds. */
    hasOwnTransactions?: boolean;
    explain: QuickAction['explain'];
    run: (ctx: Context, noteable: Noteable, args: string, isAgain: boolean) => Promise<string | ActionResult>;
  },
): Extension {
  return () => {
    const { isForNew = false, hasOwnTransactions = false, run, ...others } = parts;
    defineQuickAction({
      ...others,
      name,
      types: [NOTEABLE_TYPE],
      isAvailable: async (ctx, { id }) => {
        const found = await findMergeRequestAccess(ctx, id);
        return found !== undefined && (await check(ctx, found));
      },
      ...(isForNew && { isForNew: () => true }),
      hasOwnTransactions,
      run: async (ctx, noteable, args, isAgain = false): Promise<ActionResult> => {
        const result = await run(ctx, noteable, args, isAgain);
        return typeof result === 'string' ? { message: result } : result;
      },
    })();
  };
}

export const isOpen = ({ row }: MergeRequestAccess): boolean => row.state === 'opened';

export const mayUpdateOpen = (ctx: Context, found: MergeRequestAccess): boolean =>
  isOpen(found) && canUpdate(ctx.actor, found) === null;
