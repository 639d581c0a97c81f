import type { Context } from '../../platform/context.ts';
import { usersWhoCan, type ProjectAccess } from '../../projects/index.ts';

/** Of the wanted users those who can read issues of this project. A confidential one is shown to those who are put on it. */
export function usersForIssue(ctx: Context, access: ProjectAccess, wanted: readonly number[]): Promise<number[]> {
  return usersWhoCan(ctx, access, { ability: 'read_issue', feature: 'issues' }, wanted);
}
