import type { Extensions } from '../platform/extensions.ts';
import { type CiStatus, isActive } from '@tributary/contract/ci/status.ts';
import { headStatuses } from '../ci/index.ts';
import {
  CHECK_ORDER,
  defineFact,
  registerFact,
  defineMergeCheck,
  projectFact,
  testedHeadOf,
} from '../merge-requests/index.ts';

/** Status of the pipeline that tests the head; null without one. */
const headPipelineFact = defineFact<CiStatus | null>({
  key: 'head_pipeline',
  load: async (ctx, rows) => {
    const heads = rows.flatMap((row) => (row.head_sha === null ? [] : [testedHeadOf(row, row.head_sha)]));
    const statuses = await headStatuses(ctx, heads);
    return new Map(rows.map((row) => [row.id, statuses.get(row.id) ?? null]));
  },
});

type PipelineFacts = {
  project: { only_allow_merge_if_pipeline_succeeds: boolean; allow_merge_on_skipped_pipeline: boolean };
  pipeline: CiStatus | null;
};

export function evaluatePipeline({ project, pipeline }: PipelineFacts) {
  const code = pipeline ?? 'missing';
  if (!project.only_allow_merge_if_pipeline_succeeds) return { state: 'off', code } as const;
  if (pipeline === 'success' || (pipeline === 'skipped' && project.allow_merge_on_skipped_pipeline))
    return { state: 'passed', code } as const;
  const action = 'show_pipeline';
  if (pipeline !== null && (isActive(pipeline) || pipeline === 'scheduled') && pipeline !== 'canceling')
    return { state: 'waiting', status: 'ci_still_running', code, clearedBy: 'system', action } as const;
  return { state: 'failed', code, clearedBy: 'pushers', action } as const;
}

const MESSAGES: Record<string, string> = {
  missing: 'Merge blocked: the pipeline must succeed. Run a pipeline for the latest commit.',
  canceled: 'Merge blocked: the pipeline must succeed. It was canceled; run it again.',
  canceling: 'Merge blocked: the pipeline must succeed. It is being canceled; run it again.',
  skipped: 'Merge blocked: the pipeline must succeed. It was skipped; run a pipeline for the latest commit.',
  manual: 'Merge blocked: the pipeline must succeed. It waits for a manual action.',
};

export const mergingPipelineCheck: Extensions = [
  registerFact(headPipelineFact),
  /** Also where pipelines need not succeed it says how the pipeline is: auto-merge waits for it. */
  defineMergeCheck({
    id: 'ci_must_pass',
    status: 'ci_must_pass',
    order: CHECK_ORDER.pipeline,
    needs: { project: projectFact, pipeline: headPipelineFact },
    evaluate: evaluatePipeline,
    message: ({ code, state }) => {
      if (state === 'waiting') return 'Merge blocked: the pipeline must succeed. It is still running.';
      return MESSAGES[code ?? ''] ?? 'Merge blocked: the pipeline must succeed. Push a commit that fixes the failure.';
    },
  }),
];
