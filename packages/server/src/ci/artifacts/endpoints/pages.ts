import type { ArtifactFilePageData, ArtifactsBrowsePageData } from '@tributary/contract/ci/artifacts-page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import { authorize } from '../../../platform/policy/policy.ts';
import { type ProjectAccess } from '../../../projects/index.ts';
import { jobPath } from '../../render/to-rest-pipeline.ts';
import { findPipelineOf, findStagedJob } from '../../reads/jobs.ts';
import { keepArtifacts } from '../operations/change-artifacts.ts';
import { previewArchived } from '../reads/browse-artifacts.ts';
import { getArchive, listArchive } from '../reads/job-artifacts.ts';
import { artifactPaths } from '../rules/artifact-paths.ts';
import { jobFilesOf } from '../../job-files-access.ts';

const MAX_LISTED = 1_000;

async function load(ctx: Context, access: ProjectAccess, jobParam: string | undefined, path: string) {
  const { project } = access;
  authorize(ctx.actor, 'read_artifacts', jobFilesOf(access));
  const id = Number(/^\d{1,15}$/.exec(jobParam ?? '')?.[0] ?? 0);
  const archive = await getArchive(ctx, access, id);
  const job = await findStagedJob(ctx, project.id, id);
  const pipeline = job && (await findPipelineOf(ctx, job));
  if (!job || !pipeline) throw new AppError('not_found', { resource: 'Job' });
  const paths = artifactPaths(project.full_path, id);
  const parts = path === '' ? [] : path.split('/');
  const folders = parts.map((text, index) => ({ text, href: paths.browse(parts.slice(0, index + 1).join('/')) }));
  const refused = await keepArtifacts.refusal(ctx, { access, job }, { projectId: project.id, jobId: id });
  const href = jobPath(project.full_path, id);
  return {
    archive,
    paths,
    breadcrumbs: [
      { text: 'Pipelines', href: `/${project.full_path}/-/pipelines` },
      { text: job.name, href },
      { text: 'Artifacts', href: paths.browse() },
    ],
    data: {
      job: {
        id,
        name: job.name,
        href,
        refName: pipeline.ref,
        shortSha: pipeline.sha.slice(0, 8),
        commitHref: repositoryPaths.commit(project.full_path, pipeline.sha),
      },
      projectId: project.id,
      crumbs: [{ text: 'Artifacts', href: paths.browse() }, ...folders],
      downloadHref: paths.download,
      archiveBytes: archive.size_bytes,
      expiresAt: archive.expires_at?.toISOString() ?? null,
      canKeep: archive.expires_at !== null && refused === null,
    },
  };
}

const browse = ['jobs/:job/artifacts/browse', 'jobs/:job/artifacts/browse/*path'].map((address) =>
  definePage<ProjectAccess, ArtifactsBrowsePageData>({
    kind: 'artifacts_browse',
    on: 'project',
    path: address,
    ability: 'read_artifacts',
    nav: 'pipelines',
    load: async ({ ctx, subject, params }) => {
      const path = (params['path'] ?? '').replaceAll(/^\/+|\/+$/g, '');
      const { archive, paths, breadcrumbs, data } = await load(ctx, subject, params['job'], path);
      const entries = await listArchive(ctx, archive, { path, recursive: false });
      if (entries.length === 0 && path !== '') throw new AppError('not_found', { resource: 'Folder' });
      const parent = data.crumbs.at(-2);
      const sorted = entries.toSorted((a, b) => Number(b.isDirectory) - Number(a.isDirectory));
      return {
        title: `Artifacts of ${data.job.name}`,
        key: paths.browse(path),
        breadcrumbs,
        data: {
          ...data,
          parentHref: parent?.href ?? null,
          isCut: entries.length > MAX_LISTED,
          entries: sorted.slice(0, MAX_LISTED).map((entry) => ({
            name: entry.name,
            isDirectory: entry.isDirectory,
            sizeBytes: entry.sizeBytes,
            href: entry.isDirectory ? paths.browse(entry.path) : paths.file(entry.path),
            downloadHref: entry.isDirectory ? null : paths.save(entry.path),
          })),
        },
      };
    },
  }),
);

const file = definePage<ProjectAccess, ArtifactFilePageData>({
  kind: 'artifact_file',
  on: 'project',
  path: 'jobs/:job/artifacts/file/*path',
  ability: 'read_artifacts',
  nav: 'pipelines',
  load: async ({ ctx, subject, params }) => {
    const path = params['path'] ?? '';
    const { archive, paths, breadcrumbs, data } = await load(ctx, subject, params['job'], path);
    const preview = await previewArchived(ctx, archive, path);
    const name = path.split('/').at(-1) ?? path;
    return {
      title: name,
      key: paths.file(path),
      breadcrumbs,
      data: { ...data, ...preview, path, name, rawHref: paths.raw(path), fileHref: paths.save(path) },
    };
  },
});

export const artifactPages: Page[] = [...browse, file];
