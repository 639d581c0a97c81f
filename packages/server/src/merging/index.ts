/**
 * Owns merging: the merge itself and its recovery, rebase, what follows a merge, and the data of the merge widget.
 * Start with `merge.ts`.
 */
export { conflictsPage } from './conflicts/reads/conflicts-page.ts';
export { cancelAutoMerge, mergeWhenReady } from './auto-merge/set-auto-merge.ts';
export { type MergeInput, mergeMergeRequest } from './merge.ts';
export { startRebase } from './start-rebase.ts';
export { lastCarOf, listTrainCars, requestOfCar, type TrainCarView, trainBranches } from './trains/index.ts';
export { commitChangeContent } from './widget/commit-change-content.ts';
export { basicWidget, currentWidget } from './widget/current-widget.ts';
export { type DeploymentTarget, requestDeployments } from './widget/request-deployments.ts';
export { widgetData } from './widget/widget-data.ts';
