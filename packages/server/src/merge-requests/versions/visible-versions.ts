import type { Extensions } from '../../platform/extensions.ts';
import { defineVersionCommits } from '../../repositories/index.ts';
import { listCommitsOfVersions } from '../store/versions.ts';

export const versionsVisibleVersions: Extensions = [
  defineVersionCommits(async (ctx, projectId, shas) => new Set(await listCommitsOfVersions(ctx.db, projectId, shas))),
];
