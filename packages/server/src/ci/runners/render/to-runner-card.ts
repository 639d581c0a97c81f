import type { RunnerCard, RunnerManagerItem } from '@tributary/contract/ci/runners-page.ts';
import type { ManagerView, RunnerView } from '../reads/list-runners.ts';
import type { RunnerRights } from '../reads/runner-rights.ts';

type CardScope = { path: string; rights: RunnerRights; projectId?: number | undefined; isOwn?: boolean };

/** `path`: the list of runners that the card is in, below which each runner has its page. */
export function toRunnerCard({ runner, status, isBusy, manager }: RunnerView, scope: CardScope): RunnerCard {
  const { path, rights, projectId, isOwn = false } = scope;
  return {
    id: runner.id,
    description: runner.description,
    shortToken: runner.short_token,
    kind: runner.kind,
    status,
    isBusy,
    isPaused: runner.is_paused,
    isLocked: runner.is_locked,
    runsUntagged: runner.runs_untagged,
    isProtectedOnly: runner.access_level === 'ref_protected',
    tags: runner.tags,
    maximumTimeout: runner.maximum_timeout_seconds,
    maintenanceNote: runner.maintenance_note ?? '',
    version: manager?.version ?? null,
    platform: manager?.platform ?? null,
    architecture: manager?.architecture ?? null,
    executor: manager?.executor ?? null,
    ipAddress: manager?.ip_address ?? null,
    contactedAt: runner.contacted_at?.toISOString() ?? null,
    createdAt: runner.created_at.toISOString(),
    href: `${path}/${runner.id}`,
    canAdmin: rights.canAdmin(runner),
    canUnassign: isOwn && projectId !== undefined && rights.ownerOf(runner) !== projectId,
  };
}

export function toManagerItem({ manager, status, isBusy }: ManagerView): RunnerManagerItem {
  const { id, system_id: systemId, version, platform, architecture, executor, ip_address: ipAddress } = manager;
  const contactedAt = manager.contacted_at?.toISOString() ?? null;
  return { id, systemId, status, isBusy, version, platform, architecture, executor, ipAddress, contactedAt };
}
