import { dependenciesPart, jiraAssociations, type MergeRequestAccess } from '../../merge-requests/index.ts';
import { maintenanceMessage } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { statusChecksPart } from '../../status-checks/index.ts';
import { stackPart } from '../stacks/reads/stack-part.ts';

/** What other requests and external services have to do with the merge. */
export async function gatesPart(ctx: Context, found: MergeRequestAccess, canMerge: boolean) {
  const [dependencies, statusChecks, stack, maintenance] = await Promise.all([
    dependenciesPart(ctx, found),
    statusChecksPart(ctx, found),
    stackPart(ctx, found, canMerge),
    maintenanceMessage(ctx),
  ]);
  const jira = jiraAssociations(found.row, found.access.project);
  return {
    ...statusChecks,
    jira_associations: jira,
    maintenance_mode: maintenance !== null,
    blocking_merge_requests: dependencies,
    stack,
  };
}
