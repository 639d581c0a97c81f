import type { Context } from '../../../platform/context.ts';
import { equalSecrets } from '../../../platform/secrets.ts';
import { LEAVE_PATH } from '@tributary/contract/planning/issue-page.ts';
import { findEmailParticipant } from './store.ts';

/**
 * Where somebody without an account stops the mails. What is in it is made of the instance's own secret and kept nowhere:
 * whoever reads the database cannot make one.
 */
export function leavePath(ctx: Context, participantId: number): string {
  return `${LEAVE_PATH}?token=${participantId}.${signature(ctx, participantId)}`;
}

/** Whose link it is; undefined for one that nobody was sent, and when they are not there any more. */
export async function findByLeaveToken(ctx: Context, token: string) {
  const [, id, given] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(token) ?? [];
  if (id === undefined || given === undefined || !equalSecrets(given, signature(ctx, Number(id)))) return undefined;
  return findEmailParticipant(ctx.db, Number(id));
}

function signature(ctx: Context, participantId: number): string {
  return ctx.secrets.sign('leave-issue-mail', String(participantId));
}
