export { makeMergeObjects } from './merge-objects.ts';
export { recoverMergeIntents } from './recover-merge-intents.ts';
