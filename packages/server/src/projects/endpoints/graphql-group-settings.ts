import { VARIABLES_ROLES, type VariablesRole } from '@tributary/contract/ci/ci-settings.ts';
import { SHARED_RUNNERS_SETTINGS, type SharedRunnersSetting } from '@tributary/contract/ci/group-ci-settings.ts';
import { VISIBILITIES, type Visibility } from '@tributary/contract/core/access-levels.ts';
import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { answerMutation, type MutationAnswer } from '../../endpoints/graphql/mutation.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { getNamespaceAccess } from '../access/index.ts';
import { updateGroup } from '../namespaces/operations/update-group.ts';
import { getNamespaceView, type NamespaceView } from '../namespaces/reads/namespace-views.ts';

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    CiCdSettings: NamespaceView;
    GroupUpdatePayload: MutationAnswer<{ group: NamespaceView }>;
    NamespaceSettingsUpdatePayload: MutationAnswer<{ ciCdSettings: NamespaceView }>;
  }
}

type Upper<Name extends string> = Uppercase<Name>;
const upper = <Name extends string>(name: Name) => name.toUpperCase() as Upper<Name>;

/** Settings of a group: `Group.sharedRunnersSetting`, `Group.ciCdSettings` and the mutations that change a group. */
export function addGroupSettings(builder: GraphqlBuilder): void {
  const runners = builder.enumType('SharedRunnersSetting', {
    values: SHARED_RUNNERS_SETTINGS.map((name) => upper<SharedRunnersSetting>(name)),
  });
  const role = builder.enumType('PipelineVariablesDefaultRoleType', {
    values: VARIABLES_ROLES.map((name) => upper<VariablesRole>(name)),
  });
  const visibility = builder.enumType('VisibilityLevelsEnum', { values: VISIBILITIES });
  builder.objectField('Group', 'sharedRunnersSetting', (t) =>
    t.field({ type: runners, nullable: true, resolve: ({ ci }) => upper(ci.shared_runners_setting) }),
  );
  builder.objectType('CiCdSettings', {
    fields: (t) => ({
      pipelineVariablesDefaultRole: t.field({
        type: role,
        nullable: true,
        description: 'The role that new projects in the group require to pass variables to a pipeline.',
        resolve: ({ ci }) => upper(ci.pipeline_variables_default_role),
      }),
    }),
  });
  builder.objectField('Group', 'ciCdSettings', (t) =>
    t.field({
      type: 'CiCdSettings',
      nullable: true,
      description: 'Only for those who change the settings of the group.',
      resolve: (view, _args, { ctx }) =>
        isAllowed(ctx.actor, 'update_group', {
          resource: 'Group',
          visibility: view.visibility,
          level: view.level,
          isArchived: view.isReadOnly,
        })
          ? view
          : null,
    }),
  );
  const groupInput = builder.inputType('GroupUpdateInput', {
    fields: (t) => ({
      fullPath: t.id({ required: true }),
      name: t.string(),
      path: t.string(),
      visibility: t.field({ type: visibility }),
      sharedRunnersSetting: t.field({ type: runners }),
      clientMutationId: t.string(),
    }),
  });
  builder.objectType('GroupUpdatePayload', {
    fields: (t) => ({
      group: t.field({ type: 'Group', nullable: true, resolve: ({ group }) => group }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  const settingsInput = builder.inputType('NamespaceSettingsUpdateInput', {
    fields: (t) => ({
      fullPath: t.id({ required: true }),
      pipelineVariablesDefaultRole: t.field({ type: role }),
      clientMutationId: t.string(),
    }),
  });
  builder.objectType('NamespaceSettingsUpdatePayload', {
    fields: (t) => ({
      ciCdSettings: t.field({ type: 'CiCdSettings', nullable: true, resolve: ({ ciCdSettings }) => ciCdSettings }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  builder.mutationFields((t) => ({
    groupUpdate: t.field({
      type: 'GroupUpdatePayload',
      nullable: true,
      args: { input: t.arg({ type: groupInput, required: true }) },
      resolve: (_root, { input }, { ctx }) =>
        answerMutation({ group: null }, async () => {
          const { namespace } = await getNamespaceAccess(ctx, input.fullPath);
          await updateGroup(ctx, {
            groupId: namespace.id,
            name: input.name ?? undefined,
            path: input.path ?? undefined,
            visibility: (input.visibility as Visibility | null | undefined) ?? undefined,
            shared_runners_setting: SHARED_RUNNERS_SETTINGS.find((name) => upper(name) === input.sharedRunnersSetting),
          });
          return { group: await getNamespaceView(ctx, namespace.id) };
        }),
    }),
    namespaceSettingsUpdate: t.field({
      type: 'NamespaceSettingsUpdatePayload',
      nullable: true,
      args: { input: t.arg({ type: settingsInput, required: true }) },
      resolve: (_root, { input }, { ctx }) =>
        answerMutation({ ciCdSettings: null }, async () => {
          const { namespace } = await getNamespaceAccess(ctx, input.fullPath);
          const chosen = VARIABLES_ROLES.find((name) => upper(name) === input.pipelineVariablesDefaultRole);
          await updateGroup(ctx, { groupId: namespace.id, pipeline_variables_default_role: chosen });
          return { ciCdSettings: await getNamespaceView(ctx, namespace.id) };
        }),
    }),
  }));
}
