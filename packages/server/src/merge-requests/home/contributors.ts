import { defineContributors } from '../../discussions/index.ts';
import { listMergedAuthors } from '../store/merged-authors.ts';

/** Somebody's request was merged into the default branch. */
defineContributors(async (ctx, { id, default_branch: branch }, userIds) =>
  branch === null ? new Set() : listMergedAuthors(ctx.db, { projectId: id, branch }, userIds),
);
