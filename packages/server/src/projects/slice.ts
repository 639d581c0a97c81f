import type {} from './events.ts';
import type { Slice } from '../endpoints/slice.ts';
import { projectEndpoints } from './endpoints/index.ts';
import { membersInvitationStore } from './members/invitation-store.ts';
import { membersMemberStore } from './members/member-store.ts';
import { membersAccessRequestStore } from './members/access-request-store.ts';
import { membersAcceptInvitations } from './members/accept-invitations.ts';
import { membersExpireMembers } from './members/expire-members.ts';
import { membersUserAssociations } from './members/user-associations.ts';
import { lifecycleRemoveProject } from './lifecycle/remove-project.ts';
import { accessTokensEndBots } from './access-tokens/end-bots.ts';
import { namespacesRemoveGroup } from './namespaces/remove-group.ts';
import { namespacesPersonalNamespaces } from './namespaces/personal-namespaces.ts';
import { accessAuditSubjects } from './access/audit-subjects.ts';
import { groupLinksLinkStore } from './group-links/link-store.ts';
import { groupLinksExpireLinks } from './group-links/expire-links.ts';
import { accessTokensNotifyExpiring } from './access-tokens/notify-expiring.ts';
import { deployTokensRegister } from './deploy-tokens/register.ts';
import { lifecycleDeleteOverdue } from './lifecycle/delete-overdue.ts';
import { lifecyclePrepareRepository } from './lifecycle/prepare-repository.ts';
import { lifecycleRecoverProjects } from './lifecycle/recover-projects.ts';
import { lifecycleRegistrations } from './lifecycle/registrations.ts';
import { navigationNavEntries } from './navigation/nav-entries.ts';
import { homeExpireActivity } from './home/expire-activity.ts';
import { homeProjectActivity } from './home/project-activity.ts';
import { searchSearchScopes } from './search/endpoints/search-scopes.ts';
import { deployKeysDeployKeyStore } from './deploy-keys/deploy-key-store.ts';
import { mergeGatesPublishToProjects } from './merge-gates/publish-to-projects.ts';
import { deployKeysRegister } from './deploy-keys/register.ts';

/** The manifest of this slice, for `app` alone: its endpoints, and what it adds to the slices to its left. */
export const projectSlice: Slice = {
  endpoints: projectEndpoints,
  extensions: [
    ...membersInvitationStore,
    ...membersMemberStore,
    ...membersAccessRequestStore,
    ...membersAcceptInvitations,
    ...membersExpireMembers,
    ...membersUserAssociations,
    ...lifecycleRemoveProject,
    ...accessTokensEndBots,
    ...namespacesRemoveGroup,
    ...namespacesPersonalNamespaces,
    ...accessAuditSubjects,
    ...groupLinksLinkStore,
    ...groupLinksExpireLinks,
    ...accessTokensNotifyExpiring,
    ...deployTokensRegister,
    ...lifecycleDeleteOverdue,
    ...lifecyclePrepareRepository,
    ...lifecycleRecoverProjects,
    ...lifecycleRegistrations,
    ...navigationNavEntries,
    ...homeExpireActivity,
    ...homeProjectActivity,
    ...searchSearchScopes,
    ...deployKeysDeployKeyStore,
    ...mergeGatesPublishToProjects,
    ...deployKeysRegister,
  ],
};
