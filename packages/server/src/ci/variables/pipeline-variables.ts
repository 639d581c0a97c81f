import type { Variable } from '@tributary/ci-config';
import type { Context } from '../../platform/context.ts';
import { insertPipelineVariables, listPipelineVariables, listSettingVariables } from '../store/variable-store.ts';

/** A variable as a job gets it. */
export type CiVariable = Variable & { kind: 'env_var' | 'file'; isMasked: boolean };

/** Purpose under which values are encrypted. */
export const VARIABLE_PURPOSE = 'ci_variable';

export type PipelineVariable = { key: string; value: string; kind?: 'env_var' | 'file'; raw?: boolean };

/** `*` in a scope stands for any text. */
export function scopeMatches(scope: string, environment: string | null): boolean {
  if (scope === '*') return true;
  if (environment === null) return false;
  const parts = scope.split('*');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return scope === environment;
  if (environment.length < first.length + last.length) return false;
  if (!environment.startsWith(first) || !environment.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = environment.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= environment.length - last.length;
}

/**
 * Variables that were set for the instance, groups and project, later ones counting before earlier ones: the instance first,
 * the project last; of one place, the longer environment scope later. Protected ones only for protected refs.
 */
export async function settingVariables(
  ctx: Context,
  of: { projectId: number; isProtected: boolean; environment: string | null },
): Promise<CiVariable[]> {
  const rows = await listSettingVariables(ctx.db, of.projectId, of.isProtected);
  return rows
    .filter((row) => scopeMatches(row.environment_scope, of.environment))
    .map((row) => ({
      key: row.key,
      value: ctx.secrets.decrypt(VARIABLE_PURPOSE, row.sealed_value),
      raw: row.is_raw,
      kind: row.kind,
      isMasked: row.is_masked,
    }));
}

export async function savePipelineVariables(
  ctx: Context,
  pipelineId: number,
  variables: readonly PipelineVariable[],
): Promise<void> {
  const last = [...new Map(variables.map((each) => [each.key, each])).values()];
  await insertPipelineVariables(
    ctx.db,
    last.map(({ key, value, kind = 'env_var', raw = false }) => ({
      pipeline_id: pipelineId,
      key,
      sealed_value: ctx.secrets.encrypt(VARIABLE_PURPOSE, value),
      kind,
      is_raw: raw,
    })),
  );
}

/** Those that the pipeline was started with. */
export async function pipelineVariables(ctx: Context, pipelineId: number): Promise<CiVariable[]> {
  const rows = await listPipelineVariables(ctx.db, pipelineId);
  return rows.map((row) => ({
    key: row.key,
    value: ctx.secrets.decrypt(VARIABLE_PURPOSE, row.sealed_value),
    raw: row.is_raw,
    kind: row.kind,
    isMasked: false,
  }));
}
