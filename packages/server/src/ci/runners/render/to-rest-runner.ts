import type {
  RestRunner,
  RestRunnerDetails,
  RestRunnerManager,
  RestRunnerProject,
} from '@tributary/contract/ci/runners.ts';
import { renderUserBasic } from '../../../accounts/index.ts';
import type { ProjectRow } from '../../../projects/index.ts';
import type { ManagerView, RunnerDetails, RunnerView } from '../reads/list-runners.ts';
import { runnerType } from '../rules/runner-status.ts';

export function toRestRunner(url: string, { runner, status, isBusy, creator, manager }: RunnerView): RestRunner {
  return {
    id: runner.id,
    description: runner.description,
    ip_address: manager?.ip_address ?? null,
    active: !runner.is_paused,
    paused: runner.is_paused,
    is_shared: runner.kind === 'instance',
    runner_type: runnerType(runner.kind),
    name: null,
    online: status === 'never_contacted' ? null : status === 'online',
    created_by: creator && renderUserBasic(creator, { config: { url } }),
    created_at: runner.created_at.toISOString(),
    status,
    job_execution_status: isBusy ? 'active' : 'idle',
  };
}

export function toRestRunnerProject(
  url: string,
  project: Pick<ProjectRow, 'id' | 'name' | 'path' | 'full_path'>,
): RestRunnerProject {
  const namespace = project.full_path.slice(0, -project.path.length - 1).replaceAll('/', ' / ');
  return {
    id: project.id,
    name: project.name,
    name_with_namespace: `${namespace} / ${project.name}`,
    path: project.path,
    path_with_namespace: project.full_path,
    web_url: `${url}/${project.full_path}`,
  };
}

export function toRestRunnerDetails(url: string, details: RunnerDetails): RestRunnerDetails {
  const { runner, manager, projects, groups } = details;
  return {
    ...toRestRunner(url, details),
    tag_list: runner.tags,
    run_untagged: runner.runs_untagged,
    locked: runner.is_locked,
    maximum_timeout: runner.maximum_timeout_seconds,
    access_level: runner.access_level,
    version: manager?.version ?? null,
    revision: manager?.revision ?? null,
    platform: manager?.platform ?? null,
    architecture: manager?.architecture ?? null,
    contacted_at: runner.contacted_at?.toISOString() ?? null,
    maintenance_note: runner.maintenance_note,
    projects: projects.map((project) => toRestRunnerProject(url, project)),
    groups: groups.map(({ id, name, fullPath }) => ({ id, name, web_url: `${url}/groups/${fullPath}` })),
  };
}

export function toRestManager({ manager, status, isBusy }: ManagerView): RestRunnerManager {
  const { id, system_id, version, revision, platform, architecture, ip_address } = manager;
  return {
    id,
    system_id,
    version,
    revision,
    platform,
    architecture,
    ip_address,
    created_at: manager.created_at.toISOString(),
    contacted_at: manager.contacted_at?.toISOString() ?? null,
    status,
    job_execution_status: isBusy ? 'active' : 'idle',
  };
}
