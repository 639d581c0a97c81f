import { readCiSettings, VARIABLES_ROLES, type VariablesRole } from '@tributary/contract/ci/ci-settings.ts';
import { failFields } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { answerMutation, type MutationAnswer } from '../../endpoints/graphql/mutation.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { getProjectAccess } from '../access/project-access.ts';
import { setJobTokenScope } from '../job-token-scope/operations/change-job-token-scope.ts';
import { updateProject } from '../lifecycle/operations/update-project.ts';
import { getProjectView, type ProjectView } from '../lifecycle/reads/project-views.ts';
import { policyOf } from './graphql-project-fields.ts';

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    ProjectCiCdSetting: ProjectView;
    ProjectCiCdSettingsUpdatePayload: MutationAnswer<{ ciCdSettings: ProjectView }>;
  }
}

const SETTINGS = {
  mergePipelinesEnabled: 'merge_pipelines_enabled',
  mergeTrainsEnabled: 'merge_trains_enabled',
  mergeTrainsSkipTrainAllowed: 'merge_trains_skip_train_allowed',
} as const;

function roleOf(name: string | null | undefined): VariablesRole | undefined {
  if (name == null) return undefined;
  const role = VARIABLES_ROLES.find((each) => each === name.toLowerCase());
  if (!role) failFields({ pipelineVariablesMinimumOverrideRole: [`must be one of ${VARIABLES_ROLES.join(', ')}`] });
  return role;
}

/** How merge requests are tested before they are merged: `Project.ciCdSettings` and the mutation that changes it. */
export function addCiCdSettings(builder: GraphqlBuilder): void {
  builder.objectType('ProjectCiCdSetting', {});
  for (const [name, column] of Object.entries(SETTINGS)) {
    builder.objectField('ProjectCiCdSetting', name, (t) =>
      t.boolean({ nullable: false, resolve: ({ project }) => project[column] }),
    );
  }
  builder.objectField('ProjectCiCdSetting', 'inboundJobTokenScopeEnabled', (t) =>
    t.boolean({
      nullable: true,
      resolve: (view, _args, { ctx }) =>
        isAllowed(ctx.actor, 'read_job_token_scope', policyOf(view))
          ? view.project.ci_inbound_job_token_scope_enabled
          : null,
    }),
  );
  builder.objectField('ProjectCiCdSetting', 'pipelineVariablesMinimumOverrideRole', (t) =>
    t.string({
      nullable: true,
      description: 'The lowest role that can pass variables to a pipeline.',
      resolve: ({ project }) => readCiSettings(project.ci_settings).ci_pipeline_variables_minimum_override_role,
    }),
  );
  builder.objectField('ProjectCiCdSetting', 'jobTokenScopeEnabled', (t) =>
    t.boolean({ nullable: true, resolve: () => false }),
  );
  builder.objectField('Project', 'ciCdSettings', (t) =>
    t.field({ type: 'ProjectCiCdSetting', nullable: true, resolve: (view) => view }),
  );
  builder.objectType('ProjectCiCdSettingsUpdatePayload', {
    fields: (t) => ({
      ciCdSettings: t.field({
        type: 'ProjectCiCdSetting',
        nullable: true,
        resolve: ({ ciCdSettings }) => ciCdSettings,
      }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  const input = builder.inputType('ProjectCiCdSettingsUpdateInput', {
    fields: (t) => ({
      fullPath: t.id({ required: true }),
      mergePipelinesEnabled: t.boolean(),
      mergeTrainsEnabled: t.boolean(),
      mergeTrainsSkipTrainAllowed: t.boolean(),
      inboundJobTokenScopeEnabled: t.boolean(),
      pipelineVariablesMinimumOverrideRole: t.string(),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationField('projectCiCdSettingsUpdate', (t) =>
    t.field({
      type: 'ProjectCiCdSettingsUpdatePayload',
      nullable: true,
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (_root, { input: given }, { ctx }) =>
        answerMutation({ ciCdSettings: null }, async () => {
          const { project } = await getProjectAccess(ctx, given.fullPath);
          const set = Object.entries(SETTINGS).map(([name, column]) => [
            column,
            given[name as keyof typeof SETTINGS] ?? undefined,
          ]);
          const isLimited = given.inboundJobTokenScopeEnabled;
          const role = roleOf(given.pipelineVariablesMinimumOverrideRole);
          await updateProject(ctx, {
            projectId: project.id,
            ...Object.fromEntries(set),
            ci_pipeline_variables_minimum_override_role: role,
          });
          if (typeof isLimited === 'boolean') await setJobTokenScope(ctx, { projectId: project.id, isLimited });
          return { ciCdSettings: await getProjectView(ctx, project.id) };
        }),
    }),
  );
}
