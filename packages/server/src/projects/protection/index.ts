export {
  type BranchChange,
  type BranchRights,
  canPushToBranch,
  loadBranchRights,
  mergeLevelAllows,
  protectDefaultBranch,
} from './branch-rights.ts';
