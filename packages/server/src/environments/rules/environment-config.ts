import { TIERS } from '@tributary/contract/environments/status.ts';
import { z } from 'zod';

/** What the configuration of a job says about its environment. The name is expanded, the address is not. */
const environmentConfig = z.object({
  name: z.string(),
  url: z.string().nullable().default(null),
  onStop: z.string().nullable().default(null),
  action: z.enum(['start', 'prepare', 'stop', 'verify', 'access']).default('start'),
  autoStopInSeconds: z.number().nullable().default(null),
  deploymentTier: z.enum(TIERS).nullable().default(null),
});
export type EnvironmentConfig = z.output<typeof environmentConfig>;

const options = z.object({ environment: environmentConfig });

/** Undefined of a job without an environment. */
export function environmentOf(job: { options: Record<string, unknown> }): EnvironmentConfig | undefined {
  return options.safeParse(job.options).data?.environment;
}
