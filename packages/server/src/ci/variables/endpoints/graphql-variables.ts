import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { type Connection, type ConnectionArgs, pagedConnection } from '../../../endpoints/graphql/connection.ts';
import { toGlobalId } from '../../../endpoints/graphql/global-id.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { getNamespaceAccess, getProjectAccess } from '../../../projects/index.ts';
import { listVariables, type VariableView } from '../list-variables.ts';

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    CiVariable: VariableView;
    CiVariableConnection: Connection<VariableView>;
  }
}

type Owner = { kind: 'project' | 'group'; id: number };

/** Null for those who may not read them. */
async function variablesOf(ctx: Context, owner: Owner, args: ConnectionArgs) {
  const isProject = owner.kind === 'project';
  const { policy } = isProject ? await getProjectAccess(ctx, owner.id) : await getNamespaceAccess(ctx, owner.id);
  if (!isAllowed(ctx.actor, isProject ? 'read_project_variables' : 'read_group_variables', policy)) return null;
  return pagedConnection(args, (request) => listVariables(ctx, owner, request));
}

const variableType = (builder: GraphqlBuilder) =>
  builder.enumType('CiVariableType', { values: ['ENV_VAR', 'FILE'] as const });
export type VariableType = ReturnType<typeof variableType>;

/** CI/CD variables of projects and groups. Answers the type of their kinds. */
export function addVariables(builder: GraphqlBuilder): VariableType {
  const type = variableType(builder);
  builder.objectType('CiVariable', {
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ row }) => toGlobalId('Ci::Variable', row.id) }),
      key: t.string({ nullable: true, resolve: ({ row }) => row.key }),
      value: t.string({ nullable: true, resolve: ({ value }) => value }),
      variableType: t.field({
        type,
        nullable: true,
        resolve: ({ row }) => (row.kind === 'file' ? ('FILE' as const) : ('ENV_VAR' as const)),
      }),
      protected: t.boolean({ nullable: true, resolve: ({ row }) => row.is_protected }),
      masked: t.boolean({ nullable: true, resolve: ({ row }) => row.is_masked }),
      hidden: t.boolean({ nullable: true, resolve: ({ row }) => row.is_hidden }),
      raw: t.boolean({ nullable: true, resolve: ({ row }) => row.is_raw }),
      environmentScope: t.string({ nullable: true, resolve: ({ row }) => row.environment_scope }),
      description: t.string({ nullable: true, resolve: ({ row }) => row.description }),
    }),
  });
  builder.objectType('CiVariableConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['CiVariable'], resolve: (connection) => connection.nodes }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
  builder.objectFields('Project', (t) => ({
    ciVariables: t.field({
      type: 'CiVariableConnection',
      nullable: true,
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: ({ project }, args, { ctx }) => variablesOf(ctx, { kind: 'project', id: project.id }, args),
    }),
  }));
  builder.objectFields('Group', (t) => ({
    ciVariables: t.field({
      type: 'CiVariableConnection',
      nullable: true,
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: ({ id }, args, { ctx }) => variablesOf(ctx, { kind: 'group', id }, args),
    }),
  }));
  return type;
}
