import type { VariableSettings } from '@tributary/contract/ci/variables.ts';
import { AppError, failFields } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { VARIABLE_PURPOSE } from '../pipeline-variables.ts';
import { MAX_VARIABLES, variableProblems } from '../rules/variable-problems.ts';
import { auditVariable, getVariableHome, type VariableHome, type VariableOwner } from '../variable-home.ts';
import {
  countVariables,
  deleteVariable as deleteRow,
  findVariableRows,
  insertVariable,
  lockVariables,
  ownerColumns,
  updateVariable as updateRow,
  type VariableRow,
} from '../variable-store.ts';

export type WhichVariable = { owner: VariableOwner; key: string; environmentScope?: string | undefined };
type Values = Omit<VariableRow, 'id' | 'project_id' | 'namespace_id' | 'created_at' | 'updated_at' | 'sealed_value'> & {
  value: string;
};

/** The one variable of this key; several with different scopes have to be told apart. */
export async function getVariable(ctx: Context, { owner, key, environmentScope }: WhichVariable): Promise<VariableRow> {
  const [row, ...others] = await findVariableRows(ctx.db, owner, { key, environmentScope });
  if (!row) throw new AppError('not_found', { resource: 'Variable' });
  if (others.length > 0) throw new AppError('variable_ambiguous');
  return row;
}

async function check(ctx: Context, owner: VariableOwner, values: Values, present?: VariableRow): Promise<void> {
  const fields = variableProblems({
    value: values.value,
    isMasked: values.is_masked,
    isRaw: values.is_raw,
    environmentScope: values.environment_scope,
  });
  if (present?.is_hidden && !values.is_masked) fields['masked'] = ['cannot be removed from a hidden variable'];
  const same = { key: values.key, environmentScope: values.environment_scope };
  const taken = (await findVariableRows(ctx.db, owner, same)).some(({ id }) => id !== present?.id);
  if (taken) fields['key'] = [`(${values.key}) has already been taken`];
  if (Object.keys(fields).length > 0) failFields(fields);
}

function sealed(ctx: Context, { value, ...columns }: Values) {
  return { ...columns, sealed_value: ctx.secrets.encrypt(VARIABLE_PURPOSE, value) };
}

const mayAdmin = (ctx: Context, { admin, policy }: VariableHome) => can(ctx.actor, admin, policy);

type NewVariable = VariableSettings & {
  owner: VariableOwner;
  key: string;
  value: string;
  masked_and_hidden?: boolean | undefined;
};

export const createVariable = defineOperation<NewVariable, VariableHome, VariableRow>({
  name: 'ci_variable.create',
  load: (ctx, { owner }) => getVariableHome(ctx, owner),
  check: mayAdmin,
  run: async (ctx, { owner }, input) => {
    await lockVariables(ctx.db, owner);
    const limit = MAX_VARIABLES[owner.kind];
    if ((await countVariables(ctx.db, owner)) >= limit) {
      failFields({ base: [`Maximum number of ${owner.kind} ci variables (${limit}) exceeded`] });
    }
    const isHidden = input.masked_and_hidden ?? false;
    const values: Values = {
      key: input.key,
      value: input.value,
      kind: input.variable_type ?? 'env_var',
      is_protected: input.protected ?? false,
      is_masked: isHidden || (input.masked ?? false),
      is_hidden: isHidden,
      is_raw: input.raw ?? false,
      environment_scope: owner.kind === 'instance' ? '*' : (input.environment_scope ?? '*'),
      description: input.description ?? null,
    };
    await check(ctx, owner, values);
    const row = await insertVariable(ctx.db, { ...sealed(ctx, values), ...ownerColumns(owner) });
    await auditVariable(ctx, owner, 'created', { key: row.key, environment_scope: row.environment_scope });
    return row;
  },
});

export const updateVariable = defineOperation<WhichVariable & { changes: VariableSettings }, VariableHome, VariableRow>(
  {
    name: 'ci_variable.update',
    load: (ctx, { owner }) => getVariableHome(ctx, owner),
    check: mayAdmin,
    run: async (ctx, { owner }, { changes, ...which }) => {
      await lockVariables(ctx.db, owner);
      const present = await getVariable(ctx, which);
      const values: Values = {
        key: present.key,
        value: changes.value ?? ctx.secrets.decrypt(VARIABLE_PURPOSE, present.sealed_value),
        kind: changes.variable_type ?? present.kind,
        is_protected: changes.protected ?? present.is_protected,
        is_masked: changes.masked ?? present.is_masked,
        is_hidden: present.is_hidden,
        is_raw: changes.raw ?? present.is_raw,
        environment_scope: owner.kind === 'instance' ? '*' : (changes.environment_scope ?? present.environment_scope),
        description: changes.description === undefined ? present.description : changes.description,
      };
      await check(ctx, owner, values, present);
      const row = await updateRow(ctx.db, present.id, sealed(ctx, values));
      await auditVariable(ctx, owner, 'updated', {
        key: row.key,
        environment_scope: row.environment_scope,
        changed: Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name])),
      });
      return row;
    },
  },
);

export const deleteVariable = defineOperation<WhichVariable, VariableHome, void>({
  name: 'ci_variable.delete',
  load: (ctx, { owner }) => getVariableHome(ctx, owner),
  check: mayAdmin,
  run: async (ctx, { owner }, which) => {
    const row = await getVariable(ctx, which);
    await deleteRow(ctx.db, row.id);
    await auditVariable(ctx, owner, 'deleted', { key: row.key, environment_scope: row.environment_scope });
  },
});
