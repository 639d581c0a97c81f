import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { commitReportRoutes } from '../reports/endpoints/index.ts';
import { artifactPageRoutes } from '../artifacts/endpoints/page-routes.ts';
import { artifactPages } from '../artifacts/endpoints/pages.ts';
import { artifactRoutes } from '../artifacts/endpoints/rest.ts';
import { runnerArtifactRoutes } from '../artifacts/endpoints/rest-runner.ts';
import { badgeRoutes } from '../badges/endpoints/page-routes.ts';
import { catalogPageRoutes, catalogPages } from '../catalog/pages.ts';
import { lintPageRoutes } from '../lint/endpoints/page-routes.ts';
import { lintPages } from '../lint/endpoints/pages.ts';
import { lintRoutes } from '../lint/endpoints/rest-lint.ts';
import { schedulePageRoutes } from '../schedules/endpoints/page-routes.ts';
import { schedulePages } from '../schedules/endpoints/pages.ts';
import { scheduleRoutes } from '../schedules/endpoints/rest-schedules.ts';
import { triggerRoutes } from '../triggers/endpoints/rest-triggers.ts';
import { runnerJobRoutes } from '../runners/endpoints/rest-jobs.ts';
import { runnerOwnerRoutes } from '../runners/endpoints/rest-owners.ts';
import { runnerPages } from '../runners/endpoints/pages.ts';
import { runnerSessionRoutes } from '../runners/endpoints/rest-protocol.ts';
import { runnerWorkRoutes } from '../runners/endpoints/rest-runner-jobs.ts';
import { runnerRoutes } from '../runners/endpoints/rest-runners.ts';
import { tracePageRoutes } from '../traces/endpoints/page-routes.ts';
import { traceRoutes } from '../traces/endpoints/rest.ts';
import { ciSettingsPages } from '../variables/endpoints/pages.ts';
import { variableRoutes } from '../variables/endpoints/rest-variables.ts';
import { testReportPageRoutes, testReportRoutes } from '../test-reports/endpoints/rest.ts';
import { pipelineFileRoutes } from '../artifacts/endpoints/pipeline-files.ts';
import { jobsScopedRoutes } from './jobs-pages.ts';
import { pageActionRoutes } from './page-actions.ts';
import { pipelinePageRoutes } from './page-routes.ts';
import { pipelinePages } from './pages.ts';
import { jobRoutes } from './rest-jobs.ts';
import { pipelineRoutes } from './rest-pipelines.ts';
import { runRoutes } from './rest-run.ts';
import { resourceGroupRoutes } from '../resource-groups/endpoints/rest-resource-groups.ts';
import { releasePageRoutes } from '../releases/page-routes.ts';
import { releasePages } from '../releases/pages.ts';
import { releaseDownloadRoutes } from '../releases/rest-downloads.ts';
import { releaseLinkRoutes } from '../releases/rest-release-links.ts';
import { groupReleaseRoutes } from '../releases/group-releases.ts';
import { releaseRoutes } from '../releases/rest-releases.ts';
import { commitStatusRoutes } from './rest-statuses.ts';

/** All endpoints of the slice, for app/slices.ts. */
export const ciEndpoints: SliceEndpoints = {
  graphql: async () => (await import('./graphql/index.ts')).extendWithCi,
  rest: [
    ...commitStatusRoutes,
    ...commitReportRoutes,
    ...pipelineRoutes,
    ...jobRoutes,
    ...runRoutes,
    ...variableRoutes,
    ...triggerRoutes,
    ...scheduleRoutes,
    ...lintRoutes,
    ...runnerSessionRoutes,
    ...runnerJobRoutes,
    ...runnerRoutes,
    ...runnerWorkRoutes,
    ...runnerOwnerRoutes,
    ...traceRoutes,
    ...runnerArtifactRoutes,
    ...artifactRoutes,
    ...testReportRoutes,
    ...releaseRoutes,
    ...groupReleaseRoutes,
    ...releaseLinkRoutes,
    ...releaseDownloadRoutes,
    ...resourceGroupRoutes,
  ],
  pages: [
    ...pipelinePages,
    ...ciSettingsPages,
    ...lintPages,
    ...schedulePages,
    ...runnerPages,
    ...artifactPages,
    ...releasePages,
    ...catalogPages,
  ],
  placeRoutes: [
    ...pipelinePageRoutes,
    ...pageActionRoutes,
    ...jobsScopedRoutes,
    ...tracePageRoutes,
    ...artifactPageRoutes,
    ...pipelineFileRoutes,
    ...releasePageRoutes,
    ...catalogPageRoutes,
    ...badgeRoutes,
    ...testReportPageRoutes,
    ...lintPageRoutes,
    ...schedulePageRoutes,
  ],
};
