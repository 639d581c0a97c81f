import { inputsInput, runPipelineInput } from '@tributary/contract/ci/run-pipeline.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { z } from 'zod';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { parseNumericId } from '../../../endpoints/graphql/global-id.ts';
import { answerMutation, type MutationAnswer } from '../../../endpoints/graphql/mutation.ts';
import type { Context } from '../../../platform/context.ts';
import { getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { removeArtifacts } from '../../artifacts/operations/change-artifacts.ts';
import { cancelJob, playJob, retryJob, unscheduleJob } from '../../operations/change-job.ts';
import { cancelPipeline, deletePipeline, retryPipeline } from '../../operations/change-pipeline.ts';
import { runForRequest, runPipeline } from '../../operations/run-pipeline.ts';
import { findStagedJob } from '../../reads/jobs.ts';
import { projectOfJob, projectOfPipeline } from '../../reads/located.ts';
import { viewPipelines } from '../../reads/pipelines.ts';
import type { PipelineRow } from '../../store/pipeline-store.ts';
import type { VariableType } from '../../variables/endpoints/graphql-variables.ts';
import { asPipelineVariables } from '../requested-variables.ts';
import type { GraphqlJob, GraphqlPipeline } from './pipeline-types.ts';

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    PipelineChangePayload: MutationAnswer<{ pipeline: GraphqlPipeline }>;
    PipelineCancelPayload: { errors: string[] };
    JobChangePayload: MutationAnswer<{ job: GraphqlJob }>;
    JobArtifactsDestroyPayload: MutationAnswer<{ job: GraphqlJob; destroyedArtifactsCount: number }>;
  }
}

async function pipelineOf(ctx: Context, access: ProjectAccess, row: PipelineRow): Promise<GraphqlPipeline> {
  const [view] = await viewPipelines(ctx, [row]);
  if (!view) throw new AppError('not_found', { resource: 'Pipeline' });
  return { ...view, fullPath: access.project.full_path };
}

type ChangePipeline = typeof retryPipeline;

async function changePipeline(ctx: Context, globalId: string, change: ChangePipeline) {
  const id = parseNumericId(globalId, 'Ci::Pipeline');
  const access = await projectOfPipeline(ctx, id);
  return { access, row: await change(ctx, { projectId: access.project.id, pipelineId: id }) };
}

type Given = { variables: { key: string; value: string }[]; inputs: z.output<typeof inputsInput> };
type ChangeJob = (ctx: Context, which: { projectId: number; jobId: number } & Given) => Promise<{ id: number }>;

async function changeJob(ctx: Context, globalId: string, change: ChangeJob, given: Given) {
  const jobId = parseNumericId(globalId, 'Ci::Build', 'Ci::Bridge');
  const access = await projectOfJob(ctx, jobId);
  const changed = await change(ctx, { projectId: access.project.id, jobId, ...given });
  const job = await findStagedJob(ctx, access.project.id, changed.id);
  if (!job) throw new AppError('not_found', { resource: 'Job' });
  return { job: { ...job, fullPath: access.project.full_path } };
}

async function destroyArtifacts(ctx: Context, globalId: string) {
  const jobId = parseNumericId(globalId, 'Ci::Build');
  const access = await projectOfJob(ctx, jobId);
  const destroyedArtifactsCount = await removeArtifacts(ctx, { projectId: access.project.id, jobId });
  const job = await findStagedJob(ctx, access.project.id, jobId);
  if (!job) throw new AppError('not_found', { resource: 'Job' });
  return { job: { ...job, fullPath: access.project.full_path }, destroyedArtifactsCount };
}

function addTypes(builder: GraphqlBuilder, variableType: VariableType) {
  builder.objectType('PipelineChangePayload', {
    fields: (t) => ({
      pipeline: t.field({ type: 'Pipeline', nullable: true, resolve: ({ pipeline }) => pipeline }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  builder.objectType('PipelineCancelPayload', {
    fields: (t) => ({ errors: t.exposeStringList('errors', { nullable: false }) }),
  });
  builder.objectType('JobChangePayload', {
    fields: (t) => ({
      job: t.field({ type: 'CiJob', nullable: true, resolve: ({ job }) => job }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  builder.objectType('JobArtifactsDestroyPayload', {
    fields: (t) => ({
      job: t.field({ type: 'CiJob', nullable: true, resolve: ({ job }) => job }),
      destroyedArtifactsCount: t.int({ nullable: true, resolve: (payload) => payload.destroyedArtifactsCount }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  const variable = builder.inputType('CiVariableInput', {
    fields: (t) => ({
      key: t.string({ required: true }),
      value: t.string({ required: true }),
      variableType: t.field({ type: variableType }),
    }),
  });
  const input = builder.inputType('CiInputsInput', {
    fields: (t) => ({
      name: t.string({ required: true }),
      value: t.field({ type: 'JSON', required: true }),
    }),
  });
  const pipeline = (name: string) =>
    builder.inputType(name, {
      fields: (t) => ({ id: t.field({ type: 'CiPipelineID', required: true }), clientMutationId: t.string() }),
    });
  const job = (name: string) =>
    builder.inputType(name, {
      fields: (t) => ({
        id: t.field({ type: 'CiProcessableID', required: true }),
        variables: t.field({ type: [variable] }),
        inputs: t.field({ type: [input] }),
        clientMutationId: t.string(),
      }),
    });
  const create = builder.inputType('PipelineCreateInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      ref: t.string({ required: true }),
      mergeRequestIid: t.string(),
      variables: t.field({ type: [variable] }),
      inputs: t.field({ type: [input] }),
      clientMutationId: t.string(),
    }),
  });
  const artifacts = builder.inputType('JobArtifactsDestroyInput', {
    fields: (t) => ({ id: t.field({ type: 'CiBuildID', required: true }), clientMutationId: t.string() }),
  });
  return { create, pipeline, job, artifacts, input };
}

/** By the rules of the REST interface for the same. */
function checked<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new AppError('bad_parameter', { name: parsed.error.issues[0]?.path.join('.') ?? 'input' });
}

type GivenVariable = { key: string; value: string; variableType?: 'ENV_VAR' | 'FILE' | null | undefined };

const askedVariables = (given: readonly GivenVariable[] | null | undefined) =>
  checked(
    runPipelineInput.shape.variables.unwrap(),
    (given ?? []).map(({ key, value, variableType }) => ({
      key,
      value,
      variable_type: variableType === 'FILE' ? 'file' : 'env_var',
    })),
  );

const askedInputs = (given: readonly { name: string; value?: unknown }[] | null | undefined) =>
  checked(inputsInput, Object.fromEntries((given ?? []).map(({ name, value }) => [name, value])));

export type InputType = ReturnType<typeof addTypes>['input'];

/** Starting and stopping pipelines and jobs. Answers the type of inputs. */
export function addRunMutations(builder: GraphqlBuilder, variableType: VariableType): InputType {
  const inputs = addTypes(builder, variableType);
  builder.mutationFields((t) => {
    const ofJob = (name: string, change: ChangeJob) =>
      t.field({
        type: 'JobChangePayload',
        nullable: true,
        args: { input: t.arg({ type: inputs.job(name), required: true }) },
        resolve: (_root, { input: { id, variables, inputs: values } }, { ctx }) =>
          answerMutation({ job: null }, () =>
            changeJob(ctx, id, change, { variables: askedVariables(variables), inputs: askedInputs(values) }),
          ),
      });
    return {
      pipelineCreate: t.field({
        type: 'PipelineChangePayload',
        nullable: true,
        description: 'Runs a pipeline on a branch or tag.',
        args: { input: t.arg({ type: inputs.create, required: true }) },
        resolve: (_root, { input: { projectPath, ref, variables, inputs: values, mergeRequestIid } }, { ctx }) =>
          answerMutation({ pipeline: null }, async () => {
            const access = await getProjectAccess(ctx, projectPath);
            if (mergeRequestIid != null) {
              const iid = checked(idInput, mergeRequestIid);
              const ran = await runForRequest(ctx, access, iid);
              return { pipeline: await pipelineOf(ctx, ran.access, ran.pipeline) };
            }
            const row = await runPipeline(ctx, {
              projectId: access.project.id,
              ref: checked(runPipelineInput.shape.ref, ref),
              inputs: askedInputs(values),
              variables: asPipelineVariables(askedVariables(variables)),
              source: 'api',
            });
            return { pipeline: await pipelineOf(ctx, access, row) };
          }),
      }),
      pipelineRetry: t.field({
        type: 'PipelineChangePayload',
        nullable: true,
        description: 'Runs again the jobs that failed or were canceled.',
        args: { input: t.arg({ type: inputs.pipeline('PipelineRetryInput'), required: true }) },
        resolve: (_root, { input: { id } }, { ctx }) =>
          answerMutation({ pipeline: null }, async () => {
            const { access, row } = await changePipeline(ctx, id, retryPipeline);
            return { pipeline: await pipelineOf(ctx, access, row) };
          }),
      }),
      pipelineCancel: t.field({
        type: 'PipelineCancelPayload',
        nullable: true,
        args: { input: t.arg({ type: inputs.pipeline('PipelineCancelInput'), required: true }) },
        resolve: (_root, { input: { id } }, { ctx }) =>
          answerMutation({}, async () => {
            await changePipeline(ctx, id, cancelPipeline);
            return {};
          }),
      }),
      pipelineDestroy: t.field({
        type: 'PipelineCancelPayload',
        nullable: true,
        args: { input: t.arg({ type: inputs.pipeline('PipelineDestroyInput'), required: true }) },
        resolve: (_root, { input: { id: globalId } }, { ctx }) =>
          answerMutation({}, async () => {
            const id = parseNumericId(globalId, 'Ci::Pipeline');
            const access = await projectOfPipeline(ctx, id);
            await deletePipeline(ctx, { projectId: access.project.id, pipelineId: id });
            return {};
          }),
      }),
      jobArtifactsDestroy: t.field({
        type: 'JobArtifactsDestroyPayload',
        nullable: true,
        args: { input: t.arg({ type: inputs.artifacts, required: true }) },
        resolve: (_root, { input: { id } }, { ctx }) =>
          answerMutation({ job: null, destroyedArtifactsCount: null }, () => destroyArtifacts(ctx, id)),
      }),
      jobUnschedule: ofJob('JobUnscheduleInput', (ctx, { projectId, jobId }) =>
        unscheduleJob(ctx, { projectId, jobId }),
      ),
      jobPlay: ofJob('JobPlayInput', playJob),
      // Without variables the job keeps its own.
      jobRetry: ofJob('JobRetryInput', (ctx, { variables, ...which }) =>
        retryJob(ctx, variables.length === 0 ? which : { ...which, variables }),
      ),
      jobCancel: ofJob('JobCancelInput', (ctx, { projectId, jobId }) => cancelJob(ctx, { projectId, jobId })),
    };
  });
  return inputs.input;
}
