/**
 * Accounts: users, how they prove who they are (passwords, sessions, two-factor, tokens), their profiles and
 * preferences, and the settings of the instance.
 * Knows nothing of groups, projects or anything users do; those hook in through `user-hooks.ts`.
 * Start at `new-user.ts` and `operations/`.
 */

export { authenticate } from './authenticate.ts';
export { findDeployKeyActor, findSshKeyActor, noteSshKeyUse } from './ssh-key-actor.ts';
export { profileContext } from './endpoints/contexts.ts';
export {
  addBot,
  botsWithLivingTokens,
  claimExpiringBotTokens,
  endBotToken,
  freshSessionRefusal,
  issueBotToken,
  listBotTokens,
  retireBot,
  rotateBotToken,
} from './bots.ts';
export { mayReport } from './abuse/may-report.ts';
export { addUser } from './new-user.ts';
export { isOwnPassword } from './operations/confirm-password.ts';
export { createFirstUser } from './operations/create-first-user.ts';
export { currentTokenId } from './operations/change-token.ts';
export { createTokenFor } from './operations/create-token.ts';
export { findActingUser, listActingUsers } from './reads/acting-user.ts';
export { answerAuditEvent, answerAuditEvents } from './endpoints/answer-audit.ts';
export type { AuditOf } from './reads/audit-events.ts';
export { type AuditSubject, defineAuditSubjects } from './reads/audit-subjects.ts';
export { adminBreadcrumbs, adminContext } from './endpoints/contexts.ts';
export { contributeInstanceCounts } from './reads/administration.ts';
export {
  findMailAddress,
  findUser,
  findUserByUsername,
  listUsersByIds,
  listUsersByNames,
  mapUsersByConfirmedEmail,
} from './reads/find-users.ts';
export { findSigningKeys, type GpgKeyRow, type SshKeyRow } from './reads/keys.ts';
export { listUsers } from './reads/list-users.ts';
export { toRestSshKey } from './render/to-rest-key.ts';
export { getUserDetails, hasDismissed, type UserDetails } from './reads/user-details.ts';
export type { NewToken, NewTokenInput } from './operations/create-token.ts';
export { toTokenView, type TokenView } from './reads/list-tokens.ts';
export { toTokenItem } from './render/to-page-account.ts';
export { toRestToken } from './render/to-rest-token.ts';
export { defaultExpiry, latestExpiry } from './rules/token-input.ts';
export type { ExpiringToken } from './store/expiring-tokens.ts';
export type { TokenFilter, TokenSort } from './store/tokens.ts';
export { findUserStatus, type VisibleStatus, statusesOf } from './reads/user-status.ts';
export { findUserLimits, hidesProfile, isProfileHidden } from './reads/user-limits.ts';
export { viewerShell } from './reads/viewer-shell.ts';
export { renderUserBasic } from './render/to-rest-user.ts';
export { emailProblem } from './rules/user-fields.ts';
export { checkedAvatarType } from './checked-avatar-type.ts';
export { AVATAR_FILE, extensionOf, imageTypeOf, typeOfStoredName } from './rules/image-type.ts';
export { pollIntervalOf } from './poll-interval.ts';
export { getSettings } from './settings.ts';
export { maintenanceMessage, primaryUrl } from './maintenance.ts';
export { contributeInstanceStatistics } from './instance-statistics.ts';
export { contributeUserAssociations } from './user-associations.ts';
export { contributeUserCounts } from './user-counts.ts';
export { defineWithoutProjects } from './store/user-conditions.ts';
export {
  defineContributions,
  defineDeletionCheck,
  defineNameCheck,
  onEmailConfirmed,
  onUserCreated,
  onUserDeletion,
  onUsernameChanged,
} from './user-hooks.ts';
export { type DeployKeyUse, defineDeployKeys } from './deploy-keys.ts';
export { defineDeployTokens } from './deploy-tokens.ts';
export { defineJobTokens, findTokenJob, isJobToken } from './job-tokens.ts';
export { getGhostId } from './ghost.ts';
export {
  type AttributeTarget,
  customAttributesOf,
  deleteCustomAttribute,
  getCustomAttribute,
  idsByCustomAttributes,
  setCustomAttribute,
} from './custom-attributes/attributes.ts';
