import type { VariableCard } from '@tributary/contract/ci/variables.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import type { Context } from '../../platform/context.ts';
import type { RestVariable } from '@tributary/contract/ci/run-pipeline.ts';
import { VARIABLE_PURPOSE } from './pipeline-variables.ts';
import type { VariableOwner } from './variable-home.ts';
import {
  countVariables,
  type InheritedVariable,
  listInheritedVariables,
  listVariableRows,
  type VariableRow,
} from './variable-store.ts';

/** A variable with its value, which is null for a hidden one. */
export type VariableView = { row: VariableRow; value: string | null };

export function viewVariable(ctx: Context, row: VariableRow): VariableView {
  return { row, value: row.is_hidden ? null : ctx.secrets.decrypt(VARIABLE_PURPOSE, row.sealed_value) };
}

export async function listVariables(
  ctx: Context,
  owner: VariableOwner,
  request: PageRequest,
): Promise<Page<VariableView>> {
  const page = { offset: (request.page - 1) * request.perPage, limit: request.perPage };
  const [rows, total] = await Promise.all([listVariableRows(ctx.db, owner, page), countVariables(ctx.db, owner)]);
  return pageOf(
    rows.map((row) => viewVariable(ctx, row)),
    request,
    total,
  );
}

/** Variables of the groups above, which count less. */
export const inheritedVariables = (
  ctx: Context,
  owner: { kind: 'project' | 'group'; id: number },
): Promise<InheritedVariable[]> => listInheritedVariables(ctx.db, owner);

export function toRestSettingVariable({ row, value }: VariableView): RestVariable {
  const isOfInstance = row.project_id === null && row.namespace_id === null;
  return {
    variable_type: row.kind,
    key: row.key,
    value,
    ...(!isOfInstance && { hidden: row.is_hidden }),
    protected: row.is_protected,
    masked: row.is_masked,
    raw: row.is_raw,
    ...(!isOfInstance && { environment_scope: row.environment_scope }),
    description: row.description,
  };
}

export function toVariableCard({ row, value }: VariableView): VariableCard {
  return {
    key: row.key,
    value,
    type: row.kind,
    isProtected: row.is_protected,
    isMasked: row.is_masked,
    isHidden: row.is_hidden,
    isRaw: row.is_raw,
    environmentScope: row.environment_scope,
    description: row.description ?? '',
  };
}
