import type { ConfigGraph } from '@tributary/contract/ci/config-editor.ts';
import { FileQuestion, Workflow } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { GraphCanvas } from '../graph/graph-canvas.tsx';
import { LintJobs, LintMessages } from '../lint-result.tsx';
import { checkConfig, type ConfigCheck } from './use-config-check.ts';

function NotValid({ check, children }: { check: ConfigCheck; children: ReactNode }) {
  if (check.result === null) {
    return (
      <EmptyState
        icon={FileQuestion}
        title={check.isChecking ? 'Checking the configuration…' : 'Nothing to show yet'}
      />
    );
  }
  return <Banner tone="danger">{children}</Banner>;
}

function graphOf({ stages, jobs }: ConfigGraph) {
  const nodes = jobs.map((job, at) => ({ ...job, id: at + 1 }));
  return {
    stages: stages.map((name) => ({ name, latest_statuses: nodes.filter(({ stage }) => stage === name) })),
    needs: Object.fromEntries(nodes.flatMap(({ id, needs }) => (needs === null ? [] : [[id, needs]]))),
  };
}

/** Stages and jobs as they will stand in a pipeline. */
export function VisualizeView({ check }: { check: ConfigCheck }) {
  const graph = check.result?.graph ?? null;
  const shown = useMemo(() => graph && graphOf(graph), [graph]);
  if (shown === null) return <NotValid check={check}>Correct the errors to see the jobs.</NotValid>;
  if (shown.stages.length === 0) return <EmptyState icon={Workflow} title="The configuration has no jobs" />;
  return (
    <GraphCanvas
      stages={shown.stages}
      needs={shown.needs}
      renderJob={({ name, when }) => (
        <>
          <bdi className="min-w-0 flex-1 wrap-anywhere">{name}</bdi>
          {when !== null && when !== 'on_success' && <Badge>{when.replaceAll('_', ' ')}</Badge>}
        </>
      )}
    />
  );
}

/** With included files and parents put in. */
export function FullConfigView({ check }: { check: ConfigCheck }) {
  const merged = check.result?.mergedYaml ?? null;
  if (merged === null) return <NotValid check={check}>Correct the errors to see the full configuration.</NotValid>;
  return <CodeBlock label="Full configuration" text={merged} />;
}

type Run =
  | { kind: 'busy' }
  | { kind: 'failed'; text: string }
  | { kind: 'done'; found: Awaited<ReturnType<typeof checkConfig>> };

type ValidateProps = { projectPath: string; branch: string; text: () => string };

/** What a pipeline of a push to the branch would run. */
export function ValidateView({ projectPath, branch, text }: ValidateProps) {
  const [run, setRun] = useState<Run | null>(null);
  const start = async () => {
    setRun({ kind: 'busy' });
    try {
      setRun({ kind: 'done', found: await checkConfig(projectPath, { content: text(), branch, dry_run: true }) });
    } catch (error) {
      setRun({ kind: 'failed', text: messageOf(error) });
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-160 text-fg-muted">
        Plans the pipeline of a push to <bdi className="font-mono text-sm text-fg">{branch}</bdi> with its rules, and
        lists the jobs that would run. Nothing is started.
      </p>
      <div>
        <Button variant="primary" busy={run?.kind === 'busy'} onClick={() => void start()}>
          Validate pipeline
        </Button>
      </div>
      {run?.kind === 'failed' && (
        <Banner tone="danger" live>
          {run.text}
        </Banner>
      )}
      {run?.kind === 'done' && (
        <>
          <Banner tone={run.found.errors.length === 0 ? 'success' : 'danger'} live>
            {run.found.errors.length === 0 ? (
              'The pipeline can run.'
            ) : (
              <LintMessages texts={run.found.errors.map(({ message }) => message)} />
            )}
          </Banner>
          {run.found.warnings.length > 0 && (
            <Banner tone="warning">
              <LintMessages texts={run.found.warnings.map(({ message }) => message)} />
            </Banner>
          )}
          <LintJobs jobs={run.found.jobs} text={`Jobs of a push to ${branch}, in the order of their stages.`} />
        </>
      )}
    </div>
  );
}
