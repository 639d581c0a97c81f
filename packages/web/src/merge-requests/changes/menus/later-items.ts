import { loadedLater } from '../../../ui/loaded-later.tsx';

/* What the menus of the changes offer, in one file: whoever reaches for one of them is likely to use others. */
const load = () => import('./menu-items.ts');

export const FileItems = loadedLater(async () => ({ default: (await load()).FileItems }));
export const FilterItems = loadedLater(async () => ({ default: (await load()).FilterItems }));
export const FromItems = loadedLater(async () => ({ default: (await load()).FromItems }));
export const ToItems = loadedLater(async () => ({ default: (await load()).ToItems }));
export const ViewItems = loadedLater(async () => ({ default: (await load()).ViewItems }));
