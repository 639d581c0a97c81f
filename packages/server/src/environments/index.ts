/**
 * Owns environments and the deployments to them. A deployment follows its CI job by the event `job.changed`; other systems report
 * theirs. Start with `operations/follow-job.ts` and `operations/stop-environment.ts`.
 */

export { getDeploymentAccess, mayReadEnvironments } from './environment-access.ts';
export { deployedRange } from './reads/deployed-range.ts';
export { type DeployedSite, deployedSite } from './reads/deployed-site.ts';
export { hasEnvironments } from './reads/environments.ts';
export { widgetDeployments } from './reads/widget-deployments.ts';
export { toWidgetDeployment } from './render/to-page.ts';
