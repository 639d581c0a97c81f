import { type Refusal, refuse } from '@tributary/contract/errors/app-error.ts';
import { getSettings } from '../../accounts/index.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Context } from '../../platform/context.ts';

const DAY_MS = 24 * 60 * 60_000;

export type DeletionInput = {
  /** The full path once more, as sent by those who want to be sure. */
  confirmation?: string | undefined;
  /** Ends the wait of what is marked for deletion already; the confirmation may not be left out. */
  isPermanent?: boolean | undefined;
  /** Of the product itself: no wait. */
  isImmediate?: boolean | undefined;
  /** Of the product itself: no wait either, but only while it is marked for deletion since this moment or longer. */
  overdueSince?: Date | undefined;
};

type Deletable = { full_path: string; marked_for_deletion_at: Date | null };

/** Refuses a confirmation that names something else or is missing, and a permanent deletion of what was not marked. */
export async function deletionRefusal(ctx: Context, row: Deletable, input: DeletionInput): Promise<Refusal | null> {
  if (input.confirmation !== undefined || input.isPermanent === true) {
    const isConfirmed = input.confirmation?.toLowerCase() === row.full_path.toLowerCase();
    if (!isConfirmed) return refuse('wrong_full_path', {});
  }
  const isEarly = input.isPermanent === true && row.marked_for_deletion_at === null;
  return isEarly && (await deletionPeriodDays(ctx)) > 0 ? refuse('deletion_not_scheduled') : null;
}

/** Days for which deleted projects and groups can be restored; with 0 they are deleted at once. */
export async function deletionPeriodDays(ctx: Context): Promise<number> {
  return (await getSettings(ctx)).deletion_adjourned_period;
}

/** Whether this deletion only marks, so that it can be taken back. */
export async function waitsForDeletion(ctx: Context, input: DeletionInput): Promise<boolean> {
  if (input.isImmediate === true || input.isPermanent === true || input.overdueSince) return false;
  return (await deletionPeriodDays(ctx)) > 0;
}

/** Under the row's lock: whether it was restored, or marked anew, after it was found to be overdue. */
export function isRestored(
  row: { marked_for_deletion_at: Date | null },
  { overdueSince: since }: DeletionInput,
): boolean {
  if (since === undefined) return false;
  return row.marked_for_deletion_at === null || row.marked_for_deletion_at > since;
}

/** What was marked up to this moment is due. */
export async function overdueSince(ctx: Context): Promise<Date> {
  return new Date(ctx.clock.now().getTime() - (await deletionPeriodDays(ctx)) * DAY_MS);
}

/** The day from which something marked at this moment is deleted. */
export async function deletionDay(ctx: Context, markedAt: Date): Promise<string> {
  return dayOf(new Date(markedAt.getTime() + (await deletionPeriodDays(ctx)) * DAY_MS));
}
