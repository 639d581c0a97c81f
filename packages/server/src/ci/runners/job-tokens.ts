import type { Extensions } from '../../platform/extensions.ts';
import { defineJobTokens } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { randomToken } from '../../platform/secrets.ts';
import { findJobByToken } from './store/job-token-store.ts';

const PREFIX = 'glcbt-';

export const generateJobToken = (): string => `${PREFIX}${randomToken()}`;

export const runnersJobTokens: Extensions = [
  /** A job token acts as the user whose job it is, for its own project, while the job runs. */
  defineJobTokens({
    isJobToken: (text) => text.startsWith(PREFIX) && text.length <= 200,
    find: async (ctx: Context, token) => {
      const job = await findJobByToken(ctx.db, ctx.secrets.digest(token));
      return job?.user_id == null ? undefined : { jobId: job.id, projectId: job.project_id, userId: job.user_id };
    },
  }),
];
