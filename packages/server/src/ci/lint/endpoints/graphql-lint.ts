import { lintContentInput } from '@tributary/contract/ci/lint.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { IncludedFile } from '@tributary/ci-config';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { answerMutation, type MutationAnswer } from '../../../endpoints/graphql/mutation.ts';
import type { Context } from '../../../platform/context.ts';
import { authorize } from '../../../platform/policy/policy.ts';
import { featureOf, getProjectAccess } from '../../../projects/index.ts';
import { lintConfig, type LintedJob, type LintResult } from '../lint-config.ts';

type Group = { name: string; jobs: LintedJob[] };
type Stage = { name: string; groups: Group[] };

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    CiConfig: LintResult;
    CiConfigInclude: IncludedFile;
    CiConfigJobV2: LintedJob;
    CiConfigGroupV2: Group;
    CiConfigStageV2: Stage;
    CiLintPayload: MutationAnswer<{ config: LintResult }>;
  }
}

const messages = (found: LintResult['errors']): string[] => found.map(({ message }) => message);

/** Jobs of a matrix or of `parallel` are one group. */
const groupName = (name: string): string => name.replace(/(?::? \[.*\]| \d+\/\d+)$/s, '');

function stagesOf({ jobs }: LintResult): Stage[] {
  return Array.from(
    Map.groupBy(jobs, ({ stage }) => stage),
    ([name, ofStage]) => ({
      name,
      groups: Array.from(
        Map.groupBy(ofStage, (job) => groupName(job.name)),
        ([group, members]) => ({ name: group, jobs: members }),
      ),
    }),
  );
}

function addTypes(builder: GraphqlBuilder): void {
  builder.objectType('CiConfigJobV2', {
    fields: (t) => ({
      name: t.string({ nullable: true, resolve: ({ name }) => name }),
      groupName: t.string({ nullable: true, resolve: ({ name }) => groupName(name) }),
      stage: t.string({ nullable: true, resolve: ({ stage }) => stage }),
      beforeScript: t.stringList({ nullable: true, resolve: ({ beforeScript }) => [...beforeScript] }),
      script: t.stringList({ nullable: true, resolve: ({ script }) => [...script] }),
      afterScript: t.stringList({ nullable: true, resolve: ({ afterScript }) => [...afterScript] }),
      tags: t.stringList({ nullable: true, resolve: ({ tags }) => [...tags] }),
      environment: t.string({ nullable: true, resolve: ({ environment }) => environment?.name ?? null }),
      when: t.string({ nullable: true, resolve: (job) => job.when }),
      allowFailure: t.boolean({ nullable: true, resolve: ({ allowFailure }) => allowFailure === true }),
    }),
  });
  builder.objectType('CiConfigGroupV2', {
    fields: (t) => ({
      name: t.exposeString('name', { nullable: true }),
      size: t.int({ nullable: true, resolve: ({ jobs }) => jobs.length }),
      jobs: t.field({ type: ['CiConfigJobV2'], resolve: ({ jobs }) => jobs }),
    }),
  });
  builder.objectType('CiConfigStageV2', {
    fields: (t) => ({
      name: t.exposeString('name', { nullable: true }),
      groups: t.field({ type: ['CiConfigGroupV2'], resolve: ({ groups }) => groups }),
    }),
  });
  const type = builder.enumType('CiConfigIncludeType', {
    values: ['LOCAL', 'FILE', 'REMOTE', 'TEMPLATE', 'COMPONENT'] as const,
  });
  builder.objectType('CiConfigInclude', {
    fields: (t) => ({
      type: t.field({
        type,
        nullable: true,
        resolve: (each) => each.type.toUpperCase() as Uppercase<IncludedFile['type']>,
      }),
      location: t.exposeString('location', { nullable: true }),
      contextProject: t.string({ nullable: true, resolve: ({ project }) => project }),
      contextSha: t.string({ nullable: true, resolve: ({ sha }) => sha }),
    }),
  });
  const status = builder.enumType('CiConfigStatus', { values: ['VALID', 'INVALID'] as const });
  builder.objectType('CiConfig', {
    fields: (t) => ({
      status: t.field({
        type: status,
        nullable: true,
        resolve: ({ errors }) => (errors.length === 0 ? ('VALID' as const) : ('INVALID' as const)),
      }),
      errors: t.stringList({ nullable: true, resolve: ({ errors }) => messages(errors) }),
      warnings: t.stringList({ nullable: true, resolve: ({ warnings }) => messages(warnings) }),
      mergedYaml: t.string({ nullable: true, resolve: ({ mergedYaml }) => mergedYaml }),
      includes: t.field({ type: ['CiConfigInclude'], resolve: ({ includes }) => [...includes] }),
      stages: t.field({ type: ['CiConfigStageV2'], resolve: (result) => stagesOf(result) }),
    }),
  });
  builder.objectType('CiLintPayload', {
    fields: (t) => ({
      config: t.field({ type: 'CiConfig', nullable: true, resolve: ({ config }) => config }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
}

type Given = {
  projectPath: string;
  content: string;
  ref?: string | null | undefined;
  dryRun?: boolean | null | undefined;
};

async function lint(ctx: Context, { projectPath, content, ref, dryRun }: Given): Promise<LintResult> {
  const parsed = lintContentInput.safeParse({ content, dry_run: dryRun ?? false, ...(ref != null && { ref }) });
  if (!parsed.success) throw new AppError('bad_parameter', { name: 'content' });
  const access = await getProjectAccess(ctx, projectPath);
  authorize(ctx.actor, 'lint_ci_config', featureOf(access, 'repository'));
  return lintConfig(ctx, { access, content, ref: parsed.data.ref, isDryRun: parsed.data.dry_run });
}

/** Checks a configuration: the mutation `ciLint`. */
export function addLint(builder: GraphqlBuilder): void {
  addTypes(builder);
  const input = builder.inputType('CiLintInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      content: t.string({ required: true }),
      ref: t.string(),
      dryRun: t.boolean(),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationField('ciLint', (t) =>
    t.field({
      type: 'CiLintPayload',
      nullable: true,
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (_root, { input: given }, { ctx }) =>
        answerMutation({ config: null }, async () => ({ config: await lint(ctx, given) })),
    }),
  );
}
