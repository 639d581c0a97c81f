import type { Context } from '../../platform/context.ts';
import { peopleWhoMay, type ProjectAccess } from '../../projects/index.ts';

/** Of the wanted people those who can read merge requests of this project. */
export function peopleWhoCanRead(ctx: Context, access: ProjectAccess, wanted: readonly number[]): Promise<number[]> {
  return peopleWhoMay(ctx, access, { ability: 'read_merge_request', feature: 'merge_requests' }, wanted);
}
