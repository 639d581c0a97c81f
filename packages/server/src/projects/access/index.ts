export { listLevels } from './user-levels.ts';
export { usersWhoCan } from './users-who-can.ts';
export {
  columnsOf,
  findContainer,
  isSameContainer,
  type Container,
  type ContainerColumns,
  type ContainerKind,
  containerOfGroup,
  containerOfProject,
  projectOf,
} from './container.ts';
export {
  accessesOf,
  accessesOfUsers,
  featureOf,
  getNamespaceAccess,
  getProjectAccess,
  type NamespaceAccess,
  type ProjectAccess,
  todayOf,
} from './project-access.ts';
export type { NamespaceRow, ProjectRow } from './store.ts';
export { projectRowsByIds } from './projects-by-ids-store.ts';
export { inGroup, inMergeRequests, inProject, inRepository } from './subjects.ts';
export {
  featureIsReadable,
  isVisibleWithin,
  type ListViewer,
  namespaceIsVisible,
  projectIsVisible,
  roleOf,
  rolesInProject,
} from './visible-store.ts';
