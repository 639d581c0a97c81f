export {
  featureOf,
  getNamespaceAccess,
  getProjectAccess,
  type NamespaceAccess,
  type ProjectAccess,
} from './project-access.ts';
export type { NamespaceRow, ProjectRow } from './store.ts';
export { inGroup, inMergeRequests, inProject, inRepository } from './subjects.ts';
