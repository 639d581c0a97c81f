import type { Extensions } from '../platform/extensions.ts';
import { contributeInstanceStatistics } from '../accounts/index.ts';
import { defineGroupNav, defineProjectNav } from '../projects/index.ts';
import { countMilestones } from './milestones/milestone-store.ts';

const labels = { key: 'labels', label: 'Labels', icon: 'label', path: 'labels', order: 50, ability: 'read_labels' };
const milestones = {
  key: 'milestones',
  label: 'Milestones',
  icon: 'milestone',
  path: 'milestones',
  order: 52,
  ability: 'read_milestones',
};

export const planningNavigation: Extensions = [
  defineProjectNav(labels),
  defineProjectNav(milestones),
  defineGroupNav(labels),
  defineGroupNav(milestones),
  contributeInstanceStatistics(async (ctx) => ({ milestones: await countMilestones(ctx.db) })),
];
