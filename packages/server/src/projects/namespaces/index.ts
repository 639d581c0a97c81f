export { hasMail } from './namespace-store.ts';
export { onGroupRemoval } from './remove-group.ts';
export { ancestorGroups } from './reads/ancestor-groups.ts';
export { groupsByPaths, searchGroups } from './reads/find-groups.ts';
export { type NamespaceView, namespaceViewsByIds } from './reads/namespace-views.ts';
export { artifactsLimit, artifactsLimitOfNamespace } from './reads/artifacts-limits.ts';
export { forbidsSharedRunners } from './rules/shared-runners.ts';
