import { defineVersionCommits } from '../../repositories/index.ts';
import { listCommitsOfVersions } from '../store/versions.ts';

defineVersionCommits(async (ctx, projectId, shas) => new Set(await listCommitsOfVersions(ctx.db, projectId, shas)));
