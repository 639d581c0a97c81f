/**
 * Accounts: people, how they prove who they are (passwords, sessions, two-factor, tokens), their profiles and
 * preferences, and the settings of the instance.
 * Knows nothing of groups, projects or anything people do; those hook in through `user-hooks.ts`.
 * Start at `new-user.ts` and `operations/`.
 */
import './events.ts';
import './jobs/clean-up.ts';
import './tables.ts';

export { authenticate } from './authenticate.ts';
export { addUser, type NewUserInput } from './new-user.ts';
export { createFirstUser } from './operations/create-first-user.ts';
export { createTokenFor, type NewTokenInput } from './operations/create-token.ts';
export { findActingUser } from './reads/acting-user.ts';
export { contributeInstanceCounts, type InstanceCount } from './reads/administration.ts';
export {
  findUser,
  findUserByConfirmedEmail,
  findUserByUsername,
  listUsersByIds,
  listUsersByNames,
  mapUsersByConfirmedEmail,
} from './reads/find-users.ts';
export { listUsers, type UserListQuery } from './reads/list-users.ts';
export { getOwnDetails, getUserDetails, type UserDetails } from './reads/user-details.ts';
export { viewerShell } from './reads/viewer-shell.ts';
export { renderUserBasic } from './render/to-rest-user.ts';
export { getSettings } from './settings.ts';
export type { UserRow } from './store/users.ts';
export { contributeUserCounts, countForUser, type UserCounts } from './user-counts.ts';
export { defineDeletionCheck, defineNameCheck, onUserCreated, onUsernameChanged } from './user-hooks.ts';
