import { lazyPart } from '../../ui/lazy-part.tsx';

/* What tells of anything but changes that are there, in one file: nothing of it is needed while all goes well. */
const load = () => import('./notices.ts');

export const BuildingNotice = lazyPart(async () => ({ default: (await load()).BuildingNotice }));
export const RangeFailure = lazyPart(async () => ({ default: (await load()).RangeFailure }));
export const ViewedFilesFailure = lazyPart(async () => ({ default: (await load()).ViewedFilesFailure }));
export const SourceForkDeleted = lazyPart(async () => ({ default: (await load()).SourceForkDeleted }));
export const ManyFiles = lazyPart(async () => ({ default: (await load()).ManyFiles }));
