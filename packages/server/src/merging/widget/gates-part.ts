import { dependenciesPart, jiraAssociations, type MergeRequestAccess, pathOf } from '../../merge-requests/index.ts';
import { maintenanceMessage, primaryUrl } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { statusChecksPart } from '../../status-checks/index.ts';
import { stackPart } from '../stacks/reads/stack-part.ts';

/** What other requests and external services have to do with the merge. */
export async function gatesPart(ctx: Context, found: MergeRequestAccess, canMerge: boolean) {
  const [dependencies, statusChecks, stack, maintenance, primary] = await Promise.all([
    dependenciesPart(ctx, found),
    statusChecksPart(ctx, found),
    stackPart(ctx, found, canMerge),
    maintenanceMessage(ctx),
    primaryUrl(ctx),
  ]);
  const jira = jiraAssociations(found.row, found.access.project);
  return {
    ...statusChecks,
    jira_associations: jira,
    maintenance_mode: maintenance !== null,
    is_geo_secondary_node: primary !== null,
    geo_primary_path: primary === null ? null : `${primary}${pathOf(found.access.project.full_path, found.row.iid)}`,
    blocking_merge_requests: dependencies,
    stack,
  };
}
