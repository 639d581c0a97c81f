import type { RestJob } from '@tributary/contract/ci/job-rest.ts';
import type { RestDeployment, RestEnvironment, RestEnvironmentBasic } from '@tributary/contract/environments/rest.ts';
import { renderUserBasic } from '../../accounts/index.ts';
import type { DeploymentView } from '../reads/deployments.ts';
import type { EnvironmentRow } from '../store/environment-store.ts';

export function toRestEnvironmentBasic(row: EnvironmentRow): RestEnvironmentBasic {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    external_url: row.external_url,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function toRestEnvironment(row: EnvironmentRow): RestEnvironment {
  return {
    ...toRestEnvironmentBasic(row),
    description: row.description,
    tier: row.tier,
    state: row.state,
    auto_stop_at: row.auto_stop_at?.toISOString() ?? null,
    auto_stop_setting: row.auto_stop_setting,
    cluster_agent: null,
    kubernetes_namespace: null,
    flux_resource_path: null,
  };
}

export function toRestDeployment(
  origin: string,
  { row, environment, user }: DeploymentView,
  deployable: RestJob | null,
): RestDeployment {
  return {
    id: row.id,
    iid: row.iid,
    ref: row.ref,
    sha: row.sha,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    user: user && renderUserBasic(user, { config: { url: origin } }),
    environment: toRestEnvironmentBasic(environment),
    deployable,
    status: row.status,
  };
}
