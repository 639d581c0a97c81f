/**
 * Owns repositories: files, commits, branches and tags, git over HTTP, protected refs, push rules, forks and maintenance.
 * Knows nothing of notes or merge requests: they register push gates, push messages and what belongs to a commit here.
 * Start with `visible-objects.ts` (what an actor may see) and `ref-updates/` (what follows a push).
 */

export type { ProjectForked, PushReceived } from './events.ts';
export { afterRefsMoved, type AfterMove } from './ref-updates/after-refs-moved.ts';
export {
  type CommitMergeRequests,
  defineCommitMergeRequests,
  defineCommitNotes,
  defineCommitPipelines,
  defineTagReleases,
  defineVersionCommits,
} from './commit-registry.ts';
export type { DescribedMove } from './ref-updates/describe-move.ts';
export {
  definePushFollower,
  definePushMessage,
  definePushOptions,
  openPushOptions,
  sealPushOptions,
  type PushMessage,
  type PushOption,
  type PushOptionsHandler,
} from './ref-updates/push-registry.ts';
export {
  definePushGate,
  type GatedPush,
  type MovesToCheck,
  pushGateRefusal,
  type PushGate,
} from './ref-updates/push-gates.ts';
export { recoverPushIntents } from './ref-updates/recover-push-intents.ts';
export type { RefMove } from './ref-updates/ref-move.ts';
export { type BranchUpdate, moveRefs, updateBranch } from './ref-updates/update-branch.ts';
export { createTag } from './operations/tags.ts';
export { loadCommitHead } from './reads/commit-page.ts';
export { toRestCommit } from './render/to-rest.ts';
export { createBranch } from './operations/branches.ts';
export { createCommit, type CreatedCommit, type NewCommit } from './operations/create-commit.ts';
export { mayPickCommits } from './operations/pick-commit.ts';
export { foldLimits } from './fold-limits.ts';
export { type FoldLimits, type FoldReason, foldReasons, growingFolds, isOnlyRenamed } from './rules/fold-files.ts';
export { colouredLinesAt } from './reads/coloured-lines.ts';
export { hasLinkLine, isImageChange } from './rules/file-kinds.ts';
export { imageSizeOf } from './reads/image-size.ts';
export { imageSizeReader } from './reads/image-sizes.ts';
export { findCommitsByText, getCommit as getVisibleCommit } from './reads/commit-reads.ts';
export { findVisibleCommits } from './reads/visible-commits.ts';
export { type EditedBranchFile, editedBranchFile } from './reads/file-forms.ts';
export { findFilesByTerms } from './reads/find-file.ts';
export { offerDescriptionTemplates } from './reads/description-templates.ts';
export { loadForWriting } from './operations/load-for-writing.ts';
export { storedCommits } from './reads/stored-commits.ts';
export { restCommitOf } from './endpoints/rest-answers.ts';
export { getRevision } from './visible-objects.ts';
export { type GraphqlCommit, subjectOf, toGraphqlCommit } from './endpoints/graphql-commit.ts';
export { commitKey, parseCommitKey } from './rules/commit-key.ts';
export type { RefAndPath } from './visible-objects.ts';
export { submoduleHref } from './rules/gitmodules.ts';
export { submodulesAt } from './views/tree-view.ts';
export { defineBranchRequests } from './commit-registry.ts';
export { startSshServer, type SshServer } from './git-ssh/index.ts';
export * from './protection/index.ts';
export { listFamily } from './forks/fork-family.ts';
export { readmeView } from './views/tree-view.ts';
