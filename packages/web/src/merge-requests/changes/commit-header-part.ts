import { loadedLater } from '../../ui/loaded-later.tsx';

/** Needed where one commit is shown. */
export const CommitHeader = loadedLater(async () => ({ default: (await import('./commit-header.tsx')).CommitHeader }));
