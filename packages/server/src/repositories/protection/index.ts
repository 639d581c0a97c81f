export { type BranchGrants, defineBranchGrants } from './branch-grants.ts';
export {
  type BranchChange,
  type BranchRights,
  canPushToBranch,
  loadBranchRights,
  mergeLevelAllows,
  protectDefaultBranch,
} from './branch-rights.ts';
export { isRefProtected } from './is-ref-protected.ts';
export { type AccessEntry, type ProtectionRule, rulesFor } from './rules/protection-rule.ts';
export { nameRules as nameProtectionRules } from './reads/protected-branches.ts';
export { toRestProtectedBranch } from './render/to-rest.ts';
export { listEffectiveRules as listProtectionRules } from './store.ts';
export { describeEntry, entryView, type Names as AccessNames, namesOf as accessNames } from './reads/access-names.ts';
export { levelText } from './rules/level-text.ts';
export { findGroups, groupsOfProject, pushersOf } from './store.ts';
export { canChangeTag, protectedTagRefusal } from './tags/tag-rights.ts';
