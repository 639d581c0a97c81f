import type { Extension } from '../../platform/extensions.ts';
import type { PipelineSource } from '@tributary/contract/ci/status.ts';
import { failFields } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { can } from '../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { createPipeline, type PipelineOutcome, type PipelineRequest } from '../creation/create-pipeline.ts';
import { mayReadPipelines } from '../pipeline-access.ts';
import { type ResolvedRef, resolveRef } from '../reads/resolve-ref.ts';
import type { PipelineRow } from '../store/pipeline-store.ts';
import type { PipelineVariable } from '../variables/pipeline-variables.ts';
import { runRefusal } from './run-refusal.ts';

export type RunInput = {
  projectId: number;
  /** Branch or tag. */
  ref: string;
  source: Extract<PipelineSource, 'api' | 'web' | 'trigger' | 'schedule' | 'pipeline'>;
  variables?: readonly PipelineVariable[] | undefined;
  inputs?: PipelineRequest['inputs'] | undefined;
  tokenStarts?: PipelineRequest['tokenStarts'];
  predefined?: PipelineRequest['predefined'] | undefined;
};

type Loaded = { access: ProjectAccess; at: ResolvedRef | undefined };

async function load(ctx: Context, { projectId, ref }: RunInput): Promise<Loaded> {
  const access = await getProjectAccess(ctx, projectId);
  // Which branches there are is for those who read the code.
  const isReader = mayReadPipelines(ctx, access);
  return { access, at: isReader ? await resolveRef(ctx, access, ref) : undefined };
}

/** The pipeline that was made, or a failure that says why there is none. */
export function createdOrFail(outcome: PipelineOutcome): PipelineRow {
  if (outcome.kind === 'created') return outcome.pipeline;
  return failFields({ base: outcome.kind === 'invalid' ? outcome.messages : [outcome.message] });
}

/** Runs a pipeline on the tip of a branch or tag because somebody asked for it. */
export const runPipeline = defineOperation<RunInput, Loaded, PipelineRow>({
  name: 'pipeline.run',
  load,
  check: (ctx, { access, at }) =>
    at ? runRefusal(ctx, access, at) : can(ctx.actor, 'update_pipeline', featureOf(access, 'repository')),
  // Included files may come from other hosts: no transaction stays open for them.
  transaction: false,
  run: async (ctx, { access, at }, { source, variables = [], inputs = {}, tokenStarts, predefined = {} }) => {
    if (!at) return failFields({ base: ['Reference not found'] });
    const asked = { access, ...at, source, variables, inputs, tokenStarts, predefined };
    return createdOrFail(await createPipeline(ctx, { ...asked, savesErrors: false, heedsSkip: false }));
  },
});

type RequestRun = (
  ctx: Context,
  access: ProjectAccess,
  iid: number,
) => Promise<{ pipeline: PipelineRow; access: ProjectAccess }>;

let requestRun: RequestRun | undefined;

/** Given by the slice that owns merge requests: runs the pipeline of one by its number, with its own checks. */
export function defineRequestRun(run: RequestRun): Extension {
  return () => {
    requestRun = run;
  };
}

export const runForRequest: RequestRun = (ctx, access, iid) => {
  if (!requestRun) throw new Error('no slice owns merge requests');
  return requestRun(ctx, access, iid);
};
