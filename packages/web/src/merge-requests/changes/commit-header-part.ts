import { lazyPart } from '../../ui/lazy-part.tsx';

/** Needed where one commit is shown. */
export const CommitHeader = lazyPart(async () => ({ default: (await import('./commit-header.tsx')).CommitHeader }));
