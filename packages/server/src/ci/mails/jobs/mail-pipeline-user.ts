import type { Extensions } from '../../../platform/extensions.ts';
import { findMailAddress } from '../../../accounts/index.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { onEvent } from '../../../platform/events.ts';
import { sendMail } from '../../../platform/mail/mailer.ts';
import { wantsOwnMail } from '../../../notifications/index.ts';
import { hasMail, projectRowsByIds } from '../../../projects/index.ts';
import { jobsOfPipeline } from '../../reads/jobs.ts';
import { findPipelineRow, outcomeBefore } from '../../reads/pipeline-outcome.ts';
import { jobPath, pipelinePath } from '../../render/to-rest-pipeline.ts';

const MAX_NAMED = 20;

async function failedJobs(ctx: Context, fullPath: string, pipelineId: number): Promise<string> {
  const jobs = await jobsOfPipeline(ctx, pipelineId);
  const failed = jobs.filter((job) => job.status === 'failed' && !job.allow_failure);
  const lines = failed
    .slice(0, MAX_NAMED)
    .map(({ id, name, stage }) => `- ${name} (stage ${stage}): ${ctx.config.url}${jobPath(fullPath, id)}`);
  const more = failed.length > lines.length ? [`and ${failed.length - lines.length} more`] : [];
  return lines.length === 0 ? '' : `\nFailed jobs:\n\n${[...lines, ...more].join('\n')}\n`;
}

export const mailsMailPipelineUser: Extensions = [
  /** Whoever started a pipeline hears that it failed, and that the next one of the branch passes again. */
  onEvent('pipeline.changed', 'ci-mails', async (ctx, { data: { pipelineId, projectId, status } }) => {
    if (status !== 'failed' && status !== 'success') return;
    const pipeline = await findPipelineRow(ctx, pipelineId);
    if (!pipeline || pipeline.status !== status || pipeline.user_id === null || pipeline.source === 'external') return;
    // The job of a pipeline above is what its users hear of.
    if (pipeline.source === 'parent_pipeline') return;
    const isFixed = status === 'success' && (await outcomeBefore(ctx, pipeline)) === 'failed';
    if (status === 'success' && !isFixed) return;
    const [project] = await projectRowsByIds(ctx.db, [projectId]);
    if (!project || !(await hasMail(ctx.db, { projectId, namespaceId: project.namespace_id }))) return;
    if (!(await wantsOwnMail(ctx, pipeline.user_id, { projectId, namespaceIds: [project.namespace_id] }))) return;
    const to = await findMailAddress(ctx, pipeline.user_id);
    if (to === undefined) return;
    const { full_path: fullPath } = project;
    const what = isFixed ? 'Fixed' : 'Failed';
    const verb = isFixed ? 'passed after the one before it had failed' : 'failed';
    const text = [
      `Pipeline #${pipeline.id} of ${pipeline.ref} in ${fullPath} ${verb}.\n`,
      `\nCommit: ${pipeline.sha.slice(0, 8)}\n`,
      pipeline.yaml_errors === null ? '' : `\nThe configuration has errors: ${pipeline.yaml_errors}\n`,
      isFixed ? '' : await failedJobs(ctx, fullPath, pipeline.id),
      `\nTo view the pipeline, go to: ${ctx.config.url}${pipelinePath(fullPath, pipeline.id)}\n`,
      `\nTributary at ${ctx.config.url}\n`,
    ].join('');
    const subject = `${what} pipeline in ${fullPath}, ${pipeline.sha.slice(0, 8)}`;
    await transact(ctx, (inner) => sendMail(inner, { to, subject, text }));
  }),
];
