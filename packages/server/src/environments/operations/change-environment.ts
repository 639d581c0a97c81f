import { failFields, refuse } from '@tributary/contract/errors/app-error.ts';
import type { AutoStopSetting, Tier } from '@tributary/contract/environments/status.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { can } from '../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { type EnvironmentAccess, getEnvironmentAccess } from '../environment-access.ts';
import { isEnvironmentName, isEnvironmentSlug, tierOfName, webAddress } from '../rules/environment-names.ts';
import { deployRefusal } from '../protection/reads/deploy-rights.ts';
import { environmentSlug } from '../environment-slug.ts';
import {
  deleteEnvironmentRow,
  type EnvironmentRow,
  insertEnvironment,
  listReviewApps,
  listStale,
  updateEnvironmentRow,
} from '../store/environment-store.ts';
import { environmentChanged } from './note-change.ts';
import { isRefusal, stopEnvironment, type WhichEnvironment } from './stop-environment.ts';

type Changes = {
  externalUrl?: string | null | undefined;
  slug?: string | undefined;
  tier?: Tier | undefined;
  description?: string | null | undefined;
  autoStopSetting?: AutoStopSetting | undefined;
};

const NAME =
  "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'";
const SLUG = 'can contain only lowercase letters, digits, and -. Must start with a letter, and cannot end with -';

/** The columns of what was asked for; fails with a sentence by field. */
function columnsOf({ externalUrl, slug, tier, description, autoStopSetting }: Changes) {
  const url = externalUrl === undefined || externalUrl === null || externalUrl === '' ? null : webAddress(externalUrl);
  if (url === undefined) failFields({ external_url: ['must be a valid URL of http or https'] });
  if (slug !== undefined && !isEnvironmentSlug(slug)) failFields({ slug: [SLUG] });
  return {
    ...(externalUrl !== undefined && { external_url: url }),
    ...(slug !== undefined && { slug }),
    ...(tier !== undefined && { tier }),
    ...(description !== undefined && { description: description ?? '' }),
    ...(autoStopSetting !== undefined && { auto_stop_setting: autoStopSetting }),
  };
}

export const createEnvironment = defineOperation<
  Changes & { projectId: number; name: string },
  ProjectAccess,
  EnvironmentRow
>({
  name: 'environment.create',
  load: (ctx, { projectId }) => getProjectAccess(ctx, projectId),
  check: async (ctx, access, { name, tier }) =>
    can(ctx.actor, 'create_environment', featureOf(access, 'repository')) ?? deployRefusal(ctx, access, { name }, tier),
  run: async (ctx, { project }, { name, ...changes }) => {
    if (!isEnvironmentName(name)) failFields({ name: [NAME] });
    const values = { slug: environmentSlug(name), tier: tierOfName(name), ...columnsOf(changes) };
    const made = await insertEnvironment(ctx.db, { project_id: project.id, name, ...values });
    if (!made) return failFields({ name: ['has already been taken'] });
    await environmentChanged(ctx, made);
    return made;
  },
});

const load = (ctx: Context, { projectId, environmentId }: WhichEnvironment) =>
  getEnvironmentAccess(ctx, projectId, environmentId);

export const updateEnvironment = defineOperation<WhichEnvironment & Changes, EnvironmentAccess, EnvironmentRow>({
  name: 'environment.update',
  load,
  check: async (ctx, { environment, access, policy }, { tier }) =>
    can(ctx.actor, 'update_environment', policy) ?? deployRefusal(ctx, access, environment, tier),
  run: async (ctx, { environment }, changes) => {
    const changed = await updateEnvironmentRow(ctx.db, environment.id, columnsOf(changes));
    await environmentChanged(ctx, changed);
    return changed;
  },
});

/** With its deployments. */
export const deleteEnvironment = defineOperation<WhichEnvironment, EnvironmentAccess, EnvironmentRow>({
  name: 'environment.delete',
  load,
  check: async (ctx, { environment, access, policy }) =>
    can(ctx.actor, 'destroy_environment', policy) ??
    (await deployRefusal(ctx, access, environment)) ??
    (environment.state === 'stopped' ? null : refuse('environment_not_stopped')),
  run: async (ctx, { environment }) => {
    await deleteEnvironmentRow(ctx.db, environment.id);
    return environment;
  },
});

/** Stops what nobody has deployed to since. One that cannot be stopped does not keep the others. */
export async function stopStaleEnvironments(ctx: Context, access: ProjectAccess, before: Date): Promise<void> {
  for (const { id } of await listStale(ctx.db, access.project.id, before)) {
    try {
      await stopEnvironment(ctx, { projectId: access.project.id, environmentId: id });
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }
}

const WEEK_MS = 7 * 24 * 3_600_000;

/** Stopped review apps that were made before then are removed a week later; one deployed to again stays. */
export const scheduleReviewApps = defineOperation<
  { projectId: number; before: Date; limit: number; isTrial: boolean },
  ProjectAccess,
  EnvironmentRow[]
>({
  name: 'environment.schedule_review_apps',
  load: (ctx, { projectId }) => getProjectAccess(ctx, projectId),
  check: (ctx, access) => can(ctx.actor, 'destroy_environment', featureOf(access, 'repository')),
  run: async (ctx, { project }, { before, limit, isTrial }) => {
    const found = await listReviewApps(ctx.db, project.id, { before, limit });
    const at = new Date(ctx.clock.now().getTime() + WEEK_MS);
    if (!isTrial) for (const { id } of found) await updateEnvironmentRow(ctx.db, id, { auto_delete_at: at });
    return found;
  },
});
