import type { Context } from '../../platform/context.ts';
import { peopleWhoMay, type ProjectAccess } from '../../projects/index.ts';

/** Of the wanted people those who can read issues of this project. A confidential one is shown to those who are put on it. */
export function peopleForIssue(ctx: Context, access: ProjectAccess, wanted: readonly number[]): Promise<number[]> {
  return peopleWhoMay(ctx, access, { ability: 'read_issue', feature: 'issues' }, wanted);
}
