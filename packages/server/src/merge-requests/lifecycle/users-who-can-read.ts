import type { Context } from '../../platform/context.ts';
import { usersWhoCan, type ProjectAccess } from '../../projects/index.ts';

/** Of the wanted users those who can read merge requests of this project. */
export function usersWhoCanRead(ctx: Context, access: ProjectAccess, wanted: readonly number[]): Promise<number[]> {
  return usersWhoCan(ctx, access, { ability: 'read_merge_request', feature: 'merge_requests' }, wanted);
}
