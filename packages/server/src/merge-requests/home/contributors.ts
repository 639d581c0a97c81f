import type { Extensions } from '../../platform/extensions.ts';
import { defineContributors } from '../../discussions/index.ts';
import { listMergedAuthors } from '../store/merged-authors.ts';

export const homeContributors: Extensions = [
  /** Someone's request was merged into the default branch. */
  defineContributors(async (ctx, place, userIds) => {
    const branch = place.kind === 'project' ? place.access.project.default_branch : null;
    return branch === null ? new Set() : listMergedAuthors(ctx.db, { projectId: place.id, branch }, userIds);
  }),
];
