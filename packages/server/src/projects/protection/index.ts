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
