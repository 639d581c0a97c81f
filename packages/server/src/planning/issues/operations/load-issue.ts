import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { findIssueAccess, type IssueAccess, RESOURCE } from '../issue-access.ts';
import { lockIssue } from '../store/issues.ts';

/** The issue, held until the transaction ends. */
export async function loadIssue(ctx: Context, id: number): Promise<IssueAccess> {
  const row = await lockIssue(ctx.db, id);
  const found = row && (await findIssueAccess(ctx, id));
  if (!found) throw new AppError('not_found', { resource: RESOURCE });
  return { ...found, row };
}
