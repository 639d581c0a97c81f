import './personal-namespaces.ts';
import './remove-group.ts';
import '../events.ts';

export { ancestorGroups } from './reads/ancestor-groups.ts';
export type { NamespaceView } from './reads/namespace-views.ts';
