import type { JobPageData } from '@tributary/contract/ci/job-page.ts';
import { definePage } from '../../endpoints/pages/define-page.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { queuedSecondsOf, secondsOf } from '../reads/jobs.ts';
import { viewJobPage } from '../reads/view-job-page.ts';
import { toJobPage } from '../render/to-job-page.ts';
import { jobPath, pipelinePath } from '../render/to-rest-pipeline.ts';
import { answerStages } from './answer-stages.ts';

export const jobPage = definePage<ProjectAccess, JobPageData>({
  kind: 'job_show',
  on: 'project',
  path: 'jobs/:job',
  ability: 'read_pipeline',
  nav: 'jobs',
  load: async ({ ctx, subject, params }) => {
    const { project } = subject;
    const id = Number(/^\d{1,15}$/.exec(params['job'] ?? '')?.[0] ?? 0);
    const view = await viewJobPage(ctx, subject, id);
    const { job, pipeline } = view;
    const [stage] = await answerStages(ctx, subject, pipeline.row, { stage: job.stage });
    const now = ctx.clock.now();
    const times = { duration: secondsOf(job, now), queued: queuedSecondsOf(job, now) };
    const data = toJobPage(project, view, times, stage?.latest_statuses ?? []);
    const path = jobPath(project.full_path, job.id);
    return {
      title: `${job.name} (#${job.id})`,
      key: path,
      breadcrumbs: [
        { text: 'Pipelines', href: `/${project.full_path}/-/pipelines` },
        { text: `#${pipeline.row.id}`, href: pipelinePath(project.full_path, pipeline.row.id) },
        { text: job.name, href: path },
      ],
      data,
      ahead: async () => (data.log?.has_log === true ? [{ path: `${data.log.path}?since=0`, of: 'page' }] : []),
    };
  },
});
