import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { type CiVariable, VARIABLE_PURPOSE } from './pipeline-variables.ts';

/** In the options of a job, which a retry copies. */
const played = z.object({ jobVariables: z.array(z.object({ key: z.string(), sealedValue: z.string() })).default([]) });

/** The options of a job that is started by hand with these variables, which replace those of an earlier start. */
export function withJobVariables(
  ctx: Context,
  options: Record<string, unknown>,
  variables: readonly { key: string; value: string }[],
): Record<string, unknown> {
  const last = new Map(variables.map(({ key, value }) => [key, value]));
  const jobVariables = [...last].map(([key, value]) => ({
    key,
    sealedValue: ctx.secrets.encrypt(VARIABLE_PURPOSE, value),
  }));
  return { ...options, jobVariables };
}

/** Variables that the job was started with by hand; they count before those of its pipeline. */
export function jobVariables(ctx: Context, options: Record<string, unknown>): CiVariable[] {
  return played.parse(options).jobVariables.map(({ key, sealedValue }) => ({
    key,
    value: ctx.secrets.decrypt(VARIABLE_PURPOSE, sealedValue),
    raw: false,
    kind: 'env_var',
    isMasked: false,
  }));
}
