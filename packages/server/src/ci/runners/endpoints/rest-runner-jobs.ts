import { restJobWithProject } from '@tributary/contract/ci/job-rest.ts';
import { listRunnerJobsInput } from '@tributary/contract/ci/runners.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { PagedAnswer } from '../../../endpoints/rest/pagination.ts';
import { answerJobs } from '../../endpoints/answer-jobs.ts';
import { listJobs } from '../../reads/jobs.ts';
import { toRestJob } from '../../render/to-rest-job.ts';
import { readableProjects } from '../reads/readable-projects.ts';
import { toRestRunnerProject } from '../render/to-rest-runner.ts';
import { inRunner } from './subjects.ts';

export const runnerWorkRoutes: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/runners/:id/jobs',
    ability: 'read_runner',
    summary: 'List the jobs that a runner has taken',
    tag: 'Runners',
    subject: inRunner,
    input: listRunnerJobsInput,
    response: z.array(restJobWithProject),
    handle: async ({ ctx, subject, input: { status, system_id: systemId, sort, page, per_page: perPage } }) => {
      const statuses = status && [status];
      const filter = {
        runnerId: subject.runner.id,
        systemId,
        statuses,
        kinds: ['build'],
        includesRetried: true,
      } as const;
      const found = await listJobs(ctx, filter, { page, perPage }, sort === 'asc' ? 'oldest' : 'newest');
      // Jobs of projects that the actor may not see are left out.
      const accesses = await readableProjects(
        ctx,
        found.items.map((job) => job.project_id),
      );
      const answers = await Promise.all(
        [...accesses.values()].map(async (access) => {
          const own = found.items.filter((job) => job.project_id === access.project.id);
          const project = toRestRunnerProject(ctx.config.url, access.project);
          return (await answerJobs(ctx, access, own, toRestJob)).map((job) => ({ ...job, project }));
        }),
      );
      return new PagedAnswer({
        ...found,
        items: answers.flat().toSorted((a, b) => (sort === 'asc' ? a.id - b.id : b.id - a.id)),
      });
    },
  }),
];
