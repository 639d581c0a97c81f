import type {} from './events.ts';
import type { Slice } from '../endpoints/slice.ts';
import { accountEndpoints } from './endpoints/index.ts';
import { accountsCleanUp } from './jobs/clean-up.ts';
import { accountsThrottles } from './throttles.ts';
import { accountsMaintenance } from './maintenance.ts';
import { accountsUserEmails } from './store/user-emails.ts';
import { accountsIdentities } from './store/identities.ts';
import { accountsNewUser } from './new-user.ts';
import { accountsDeleteUser } from './operations/delete-user.ts';
import { accountsKeys } from './store/keys.ts';
import { accountsRequestPasswordReset } from './operations/request-password-reset.ts';

/** The manifest of this slice, for `app` alone: its endpoints, and what it adds to the slices to its left. */
export const accountSlice: Slice = {
  endpoints: accountEndpoints,
  extensions: [
    ...accountsCleanUp,
    ...accountsThrottles,
    ...accountsMaintenance,
    ...accountsUserEmails,
    ...accountsIdentities,
    ...accountsNewUser,
    ...accountsDeleteUser,
    ...accountsKeys,
    ...accountsRequestPasswordReset,
  ],
};
