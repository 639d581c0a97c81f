import type { Extensions } from '../platform/extensions.ts';
import { defineThrottles } from '../endpoints/http/rate-limit.ts';
import { getSettings } from './settings.ts';

export const accountsThrottles: Extensions = [
  defineThrottles(async (ctx, name) => {
    const settings = await getSettings(ctx);
    if (!settings[`${name}_enabled`]) return undefined;
    return {
      limit: settings[`${name}_requests_per_period`],
      windowMs: settings[`${name}_period_in_seconds`] * 1_000,
      isFixed: true,
    };
  }),
];
