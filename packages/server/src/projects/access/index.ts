export { listLevels } from './people-levels.ts';
export { peopleWhoMay } from './people-who-may.ts';
export {
  columnsOf,
  findPlace,
  isSamePlace,
  type Place,
  type PlaceColumns,
  type PlaceKind,
  placeOfGroup,
  placeOfProject,
  projectOf,
} from './place.ts';
export {
  accessesOf,
  accessesOfPeople,
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
