import { readCiSettings } from '@tributary/contract/ci/ci-settings.ts';
import { getSettings } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { ProjectRow } from '../../access/store.ts';
import { nearestGroupSetting } from '../group-ci-settings-store.ts';

/** MiB of a file that a job of these groups uploads, by the nearest group with a limit or by the instance. */
export async function artifactsLimitOfNamespace(ctx: Context, namespaceId: number | null): Promise<number> {
  const own = namespaceId === null ? undefined : await nearestGroupSetting(ctx.db, namespaceId, 'max_artifacts_size');
  return own ?? (await getSettings(ctx)).max_artifacts_size;
}

/** MiB of a file that a job of the project uploads. */
export async function artifactsLimit(
  ctx: Context,
  project: Pick<ProjectRow, 'namespace_id' | 'ci_settings'>,
): Promise<number> {
  const { max_artifacts_size: own } = readCiSettings(project.ci_settings);
  return own ?? artifactsLimitOfNamespace(ctx, project.namespace_id);
}
