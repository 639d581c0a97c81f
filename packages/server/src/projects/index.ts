/**
 * Owns namespaces, projects and who belongs to them, access and deploy tokens, badges, search, activity and home.
 * Knows nothing of repositories, webhooks or notes: they register sections, search scopes and navigation here.
 * `slice.ts` has its endpoints and registrations, for app; everything that another slice may use is exported here.
 * Start with `access/project-access.ts` (what an actor may see), then `lifecycle/` (projects themselves).
 */
export * from './access/index.ts';
export * from './namespaces/index.ts';
export * from './members/index.ts';
export { listAccessTokens } from './access-tokens/reads/list-access-tokens.ts';
export { actorOfDeployKey, findDeployKeyTitle, noteDeployKeyUse } from './deploy-keys/register.ts';
export { readJobTokenScope } from './job-token-scope/reads/job-token-scope.ts';
export * from './lifecycle/index.ts';
export * from './navigation/index.ts';
export * from './home/index.ts';
export * from './search/index.ts';
export {
  changeGates,
  changeGroupGates,
  defineMergesUnderWay,
  holdGates,
  onGatesChanged,
  publishToGroupProjects,
} from './merge-gates/index.ts';
export { defineTextReferences, showReferences } from './text-references.ts';
export { levelInProject } from './access/project-access.ts';
export { projectReadOnlyReason } from './access/read-only.ts';
export { repositoryOf } from './access/repository-access.ts';
export { projectBadges } from './badges/reads/badges.ts';
export { containerAvatarPath } from './container-avatar.ts';
export { hasTargetEvent } from './home/activity-store.ts';
export { pushedBranchOf } from './home/pushed-branch.ts';
export { countOpenIssues } from './lifecycle/contributed-facts.ts';
export { checkProjectsLimit, ciSettingsIn, placingRefusal } from './lifecycle/operations/create-project.ts';
export { onFirstBranch, runProjectCreated } from './lifecycle/project-hooks.ts';
export { insertProject, lockProject, projectById, setEmptiness, starredAmong } from './lifecycle/project-store.ts';
export { projectLanguages } from './lifecycle/reads/project-languages.ts';
export { toRestProject } from './lifecycle/render/to-rest.ts';
export { directMember } from './members/member-store.ts';
export { accessRequestState } from './members/reads/access-request-state.ts';
export { isPathTaken, lockNamespace, namespaceById, personalNamespaceOf } from './namespaces/namespace-store.ts';
export { toPaging } from './render/to-page.ts';
