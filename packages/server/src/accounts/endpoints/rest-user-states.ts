import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { changeUserState, type StateChange } from '../operations/change-user-state.ts';

const SUMMARIES: Record<StateChange, string> = {
  block: 'Block a user. They can no longer sign in or use tokens',
  unblock: 'Unblock a user',
  deactivate: 'Deactivate a user',
  activate: 'Activate a deactivated user',
  ban: 'Ban a user. They can no longer sign in or use tokens',
  unban: 'Unban a user',
  approve: 'Approve a user pending approval',
};

/** What clients get for a user who is in that state already; without an entry it is refused. */
const REPEATED: Partial<Record<StateChange, false | null>> = {
  block: null,
  unblock: false,
  deactivate: null,
  activate: false,
};

/** All answer `true`, which clients compare with, but `approve`, which answers a message. */
export const restUserStateRoutes = (Object.keys(SUMMARIES) as StateChange[]).map((change) =>
  defineRoute({
    method: 'POST',
    path: `/users/:id/${change}`,
    ability: 'administer',
    summary: SUMMARIES[change],
    tag: 'Users',
    params: z.strictObject({ id: idInput }),
    response: change === 'approve' ? z.strictObject({ message: z.string() }) : z.boolean().nullable(),
    handle: async ({ ctx, params: { id } }) => {
      const repeated = REPEATED[change];
      const isChanged = await changeUserState(ctx, { id, change, allowsRepeat: repeated !== undefined });
      if (change === 'approve') return { message: 'Success' };
      return isChanged ? true : repeated;
    },
  }),
);
