import { expandVariables } from '@tributary/ci-config';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { findActingUser } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { getProjectAccess, repositoryOf } from '../../projects/index.ts';
import { readConfigFile } from '../creation/config-sources.ts';
import { upstreamValues } from '../downstream/upstream-values.ts';
import { jobOptions } from '../rules/job-options.ts';
import type { JobRow } from '../store/job-store.ts';
import { findPipeline } from '../store/pipeline-store.ts';
import { findRelease } from './release-store.ts';
import { createRelease } from './save-release.ts';

const FILE = /^[\w./-]+\.\w+$/;

/**
 * Creates the release that a job describes with `release:`, as its user, once its scripts have passed. A sentence when it
 * cannot be created: then the job fails.
 */
export async function createJobRelease(ctx: Context, job: JobRow): Promise<string | undefined> {
  const { release, variables } = jobOptions(job);
  if (!release) return undefined;
  const pipeline = await findPipeline(ctx.db, job.pipeline_id);
  const actor = job.user_id === null ? undefined : await findActingUser(ctx, job.user_id);
  if (!pipeline || !actor) return 'The user of the job is not active.';
  const inner = { ...ctx, actor };
  const values = await upstreamValues(ctx, job, pipeline, variables);
  const expand = (text: string) => expandVariables(text, values, {});
  const tag = expand(release.tagName);
  try {
    const access = await getProjectAccess(inner, job.project_id);
    const present = await findRelease(ctx.db, access.project.id, tag);
    // A report that is sent again finds what the first one made.
    if (present?.sha === pipeline.sha && present.author_id === job.user_id) return undefined;
    const text = expand(release.description);
    const file = FILE.test(text) ? await readConfigFile(repositoryOf(inner, access), pipeline.sha, text) : null;
    const releasedAt = release.releasedAt === null ? undefined : new Date(expand(release.releasedAt));
    if (releasedAt && Number.isNaN(releasedAt.getTime())) return 'released_at is no time.';
    await createRelease(inner, {
      projectId: access.project.id,
      tag,
      ref: release.ref === null ? pipeline.sha : expand(release.ref),
      tagMessage: release.tagMessage === null ? undefined : expand(release.tagMessage),
      name: release.name === null ? undefined : expand(release.name),
      description: file ?? text,
      releasedAt,
      links: release.links.map(({ name, url, filepath, linkType }) => ({
        name: expand(name),
        url: expand(url),
        ...(filepath !== null && { filepath: expand(filepath) }),
        link_type: linkType ?? ('other' as const),
      })),
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
    return `The release ${tag} was not created. ${error.message}`;
  }
}
