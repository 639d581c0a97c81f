import { loadedLater } from '../../ui/loaded-later.tsx';

/* What tells of anything but changes that are there, in one file: nothing of it is needed while all goes well. */
const load = () => import('./notices.ts');

export const BuildingNotice = loadedLater(async () => ({ default: (await load()).BuildingNotice }));
export const RangeFailure = loadedLater(async () => ({ default: (await load()).RangeFailure }));
export const ReviewedFailure = loadedLater(async () => ({ default: (await load()).ReviewedFailure }));
export const SourceGone = loadedLater(async () => ({ default: (await load()).SourceGone }));
export const ManyFiles = loadedLater(async () => ({ default: (await load()).ManyFiles }));
