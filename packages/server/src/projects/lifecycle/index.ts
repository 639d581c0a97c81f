export { onProjectRemoval } from './remove-project.ts';
export { getProjectView, type ProjectView } from './reads/project-views.ts';
export { hasTrains } from './rules/settings.ts';
export { matchesTitlePattern } from './rules/title-pattern.ts';
export { defineDefaultBranchPipelines, defineOpenIssueCounter } from './contributed-facts.ts';
export { toMergeSettings } from './render/merge-settings.ts';
export { toRestBasicProject } from './render/to-rest.ts';
