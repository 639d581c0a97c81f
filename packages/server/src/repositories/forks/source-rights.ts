import { findUser } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { levelInProject, type ProjectRow } from '../../projects/index.ts';
import { userFacts } from './source-rights-store.ts';

const REPORTER = 20;

/** May whoever began the fork read the source's code as things are now? They may have lost the right meanwhile. */
export async function mayStillRead(ctx: Context, fork: ProjectRow, source: ProjectRow): Promise<boolean> {
  if (source.deleting_since !== null || source.repository_access_level === 'disabled') return false;
  const creator = fork.creator_id === null ? undefined : await findUser(ctx, fork.creator_id);
  if (creator?.state !== 'active') return false;
  const facts = await userFacts(ctx.db, creator.id);
  if (facts.isAdmin) return true;
  const level = await levelInProject(ctx, creator.id, source.id);
  if (level >= REPORTER) return true;
  if (source.repository_access_level === 'private') return false;
  return source.visibility === 'public' || (source.visibility === 'internal' && !facts.isExternal);
}
