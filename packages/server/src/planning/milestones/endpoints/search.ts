import type { Extensions } from '../../../platform/extensions.ts';
import { defineSearchScope } from '../../../projects/index.ts';
import type { MilestoneView } from '../reads/milestone-views.ts';
import { searchMilestones } from '../reads/search-milestones.ts';
import { toRestMilestone } from '../render/to-rest-milestone.ts';

const EXCERPT_LENGTH = 200;

export const milestonesSearch: Extensions = [
  defineSearchScope<MilestoneView>({
    key: 'milestones',
    label: 'Milestones',
    order: 40,
    search: searchMilestones,
    toItem: (_ctx, milestone) => ({
      id: String(milestone.id),
      title: milestone.title,
      href: milestone.href,
      icon: 'milestone',
      reference: `${milestone.owner.fullPath}%${milestone.iid}`,
      excerpt: milestone.description === '' ? null : milestone.description.slice(0, EXCERPT_LENGTH),
      facts: milestone.state === 'closed' ? ['Closed'] : milestone.isExpired ? ['Expired'] : [],
      person: null,
      avatarUrl: null,
      at: milestone.updatedAt.toISOString(),
    }),
    toRest: (ctx, milestone) => toRestMilestone(ctx.config.url, milestone),
  }),
];
