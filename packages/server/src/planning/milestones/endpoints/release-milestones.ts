import type { Extensions } from '../../../platform/extensions.ts';
import { defineReleaseMilestones } from '../../../ci/index.ts';
import { ownersOf, projectContainer } from '../../planning-container.ts';
import { milestoneProgress } from '../milestone-contents.ts';
import { findMilestones, listMilestones, listMilestonesFor } from '../reads/list-milestones.ts';
import { issuesOfMilestones } from '../reads/milestone-issues.ts';
import { toRestMilestone } from '../render/to-rest-milestone.ts';

const MAX_CHOICES = 200;

export const milestonesReleaseMilestones: Extensions = [
  /** Releases belong to milestones of their project and of the groups above it. */
  defineReleaseMilestones({
    find: async (ctx, access, titles) => {
      const found = await findMilestones(ctx, await projectContainer(ctx, access), titles);
      return new Map(Array.from(found, ([title, { id }]) => [title, id]));
    },
    view: async (ctx, access, ids) => {
      const [found, container] = await Promise.all([listMilestonesFor(ctx, ids), projectContainer(ctx, access)]);
      const owners = ownersOf(container, true);
      const milestones = found.filter(({ owner }) =>
        (owner.kind === 'project' ? owners.projectIds : owners.groupIds).includes(owner.id),
      );
      const progress = await milestoneProgress(
        ctx,
        milestones.map(({ id }) => id),
      );
      return milestones.map((milestone) => {
        const { total = 0, done = 0 } = progress.get(milestone.id) ?? {};
        const { id, title, href, state } = milestone;
        const rest = toRestMilestone(ctx.config.url, milestone);
        return { id, title, href, isClosed: state === 'closed', rest, issues: { total, closed: done } };
      });
    },
    issues: (ctx, { project }, ids) => issuesOfMilestones(ctx, project.id, ids),
    choices: async (ctx, access) => {
      const container = await projectContainer(ctx, access);
      const request = { page: 1, perPage: MAX_CHOICES };
      const { items } = await listMilestones(ctx, container, { state: 'active', withAncestors: true }, request);
      return items.map(({ title }) => title);
    },
  }),
];
