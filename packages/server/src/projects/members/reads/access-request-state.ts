import type { AccessRequestState } from '@tributary/contract/projects/page.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { isAccessRequested } from '../access-request-store.ts';
import type { LoadedContainer } from '../load-container.ts';
import { requestAccess } from '../operations/access-requests.ts';

/** Whether the actor waits for a role here, or may ask for one, by the same check as the operation. */
export async function accessRequestState(ctx: Context, loaded: LoadedContainer): Promise<AccessRequestState> {
  const id = actorId(ctx.actor);
  if (id === undefined || loaded.policy.level > 0) return null;
  if (await isAccessRequested(ctx.db, loaded.place, id)) return 'requested';
  const refusal = await requestAccess.refusal(ctx, loaded, { place: loaded.place });
  return refusal === null ? 'requestable' : null;
}
