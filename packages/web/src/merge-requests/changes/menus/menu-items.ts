export { FileItems } from './file-items.tsx';
export { FilterItems } from './filter-items.tsx';
export { FromItems, ToItems } from './version-items.tsx';
export { ViewItems } from './view-items.tsx';
