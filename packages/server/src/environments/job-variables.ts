import type { Extensions } from '../platform/extensions.ts';
import { defineEnvironmentVariables } from '../ci/index.ts';
import { environmentSlug } from './environment-slug.ts';
import { findEnvironmentByName } from './store/environment-store.ts';

export const environmentsJobVariables: Extensions = [
  /** A job that runs before its environment is there knows the slug that it will have. */
  defineEnvironmentVariables(async (ctx, projectId, name): Promise<Record<string, string>> => {
    const environment = await findEnvironmentByName(ctx.db, projectId, name);
    if (!environment) return { CI_ENVIRONMENT_SLUG: environmentSlug(name) };
    const { id, slug, tier } = environment;
    return { CI_ENVIRONMENT_ID: String(id), CI_ENVIRONMENT_SLUG: slug, CI_ENVIRONMENT_TIER: tier };
  }),
];
