import { lazyPart } from '../../../ui/lazy-part.tsx';

/* What the menus of the changes offer, in one file: whoever reaches for one of them is likely to use others. */
const load = () => import('./menu-items.ts');

export const FileItems = lazyPart(async () => ({ default: (await load()).FileItems }));
export const FilterItems = lazyPart(async () => ({ default: (await load()).FilterItems }));
export const FromItems = lazyPart(async () => ({ default: (await load()).FromItems }));
export const ToItems = lazyPart(async () => ({ default: (await load()).ToItems }));
export const ViewItems = lazyPart(async () => ({ default: (await load()).ViewItems }));
