import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../faces/http/define-route.ts';
import { changeUserState, type StateChange } from '../operations/change-user-state.ts';

const SUMMARIES: Record<StateChange, string> = {
  block: 'Block an account: nothing of it opens anything any more',
  unblock: 'Unblock an account',
  deactivate: 'Deactivate an account',
  activate: 'Activate a deactivated account',
  approve: 'Approve an account that waits for it',
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
    response: change === 'approve' ? z.strictObject({ message: z.string() }) : z.literal(true),
    handle: async ({ ctx, params: { id } }) => {
      await changeUserState(ctx, { id, change });
      return change === 'approve' ? { message: 'Success' } : true;
    },
  }),
);
