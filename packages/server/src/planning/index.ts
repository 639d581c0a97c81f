/**
 * Owns labels and milestones of projects and groups.
 * Knows nothing of what carries them: merge requests register counts and contents here.
 * Start with `planning-place.ts` (what labels and milestones belong to), then `labels/` and `milestones/`.
 */
import './events.ts';
import './tables.ts';
import './navigation.ts';

export { defineLabelCounter, type LabelCounter } from './labels/label-counts.ts';
export { findLabels } from './labels/operations/find-labels.ts';
export type { LabelView } from './labels/reads/label-views.ts';
export { getLabel, listLabelsFor } from './labels/reads/list-labels.ts';
export { toLabelRef } from './labels/render/to-rest-label.ts';
export { defineMilestoneContents, type MilestoneContents } from './milestones/milestone-contents.ts';
export { findMilestone, listMilestonesFor } from './milestones/reads/list-milestones.ts';
export type { MilestoneView } from './milestones/reads/milestone-views.ts';
export { toRestMilestone } from './milestones/render/to-rest-milestone.ts';
export { projectPlace } from './planning-place.ts';
