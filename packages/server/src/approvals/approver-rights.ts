import { AppError, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { freshSessionRefusal, isOwnPassword } from '../accounts/index.ts';
import type { MergeRequestAccess } from '../merge-requests/index.ts';
import { actorId } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { canUnapprove } from './abilities.ts';
import { approvalSettingsOf } from './reads/effective-settings.ts';
import { committersOf } from './reads/exclusions.ts';

/** Those who may, as far as the approval settings let authors and committers. */
export async function canApprove(ctx: Context, found: MergeRequestAccess): Promise<Refusal | null> {
  const refusal = canUnapprove(ctx.actor, found);
  const id = actorId(ctx.actor);
  if (refusal || id === undefined) return refusal;
  const { row } = found;
  const settings = await approvalSettingsOf(ctx, row.target_project_id);
  if (row.author_id === id && !settings.allow_author_approval) {
    return refuse('approve_refused', { reason: 'You cannot approve your own merge request.' });
  }
  if (settings.allow_committer_approval) return null;
  const committers = (await committersOf(ctx, [row.id])).get(row.id);
  return committers?.has(id)
    ? refuse('approve_refused', { reason: 'You cannot approve because you added commits to this merge request.' })
    : null;
}

/**
 * Throws unless the approver proved who they are in the way that the settings ask for. A session that was confirmed a short
 * while ago is enough where only that is asked for. Outside of transactions, as failed attempts are counted.
 */
export async function confirmApprover(
  ctx: Context,
  { row }: MergeRequestAccess,
  password: string | undefined,
): Promise<void> {
  const settings = await approvalSettingsOf(ctx, row.target_project_id);
  const { require_password_to_approve: needsPassword, require_reauthentication_to_approve: needsFresh } = settings;
  if (!needsPassword && !needsFresh) return;
  if (password !== undefined && password !== '') {
    if (await isOwnPassword(ctx, password)) return;
    throw new AppError('approval_password_invalid');
  }
  const isSession = ctx.actor.kind === 'user' && ctx.actor.credential.kind === 'session';
  if (!needsPassword && isSession && (await freshSessionRefusal(ctx)) === null) return;
  throw new AppError('approval_password_required');
}
