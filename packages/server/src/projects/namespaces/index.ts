import './personal-namespaces.ts';
import '../events.ts';

export { createGroup } from './operations/create-group.ts';
export { deleteGroup } from './operations/delete-group.ts';
export { updateGroup } from './operations/update-group.ts';
export { ancestorGroups } from './reads/ancestor-groups.ts';
export { listNamespaces } from './reads/list-namespaces.ts';
export { getNamespaceView, type NamespaceView, namespaceViewsByIds } from './reads/namespace-views.ts';
export { removeGroupJob } from './remove-group.ts';
