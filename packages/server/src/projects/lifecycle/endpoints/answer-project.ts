import type { Context } from '../../../platform/context.ts';
import { countOpenIssues } from '../contributed-facts.ts';
import { projectDetails, projectStatistics } from '../reads/project-details.ts';
import { getProjectView } from '../reads/project-views.ts';
import { toRestProject } from '../render/to-rest.ts';

/** The project as it is now, with everything that is said of one alone. */
export async function answerProject(ctx: Context, projectId: number, options: { statistics?: boolean } = {}) {
  const view = await getProjectView(ctx, projectId);
  const details = await projectDetails(ctx, view);
  const wantsStatistics = options.statistics === true && view.can.readStatistics;
  const statistics = wantsStatistics ? await projectStatistics(ctx, view) : undefined;
  return toRestProject(ctx, view, { openIssues: await countOpenIssues(ctx, [view]), details, statistics });
}
