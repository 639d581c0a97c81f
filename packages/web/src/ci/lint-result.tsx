import type { RestLintResult } from '@tributary/contract/ci/lint.ts';
import { Banner } from '../ui/banner.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Section } from '../ui/section.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';

type Job = NonNullable<RestLintResult['jobs']>[number];

const COLUMNS: TableColumn<Job>[] = [
  { key: 'name', header: 'Job', primary: true, render: ({ name }) => <bdi className="font-medium">{name}</bdi> },
  { key: 'stage', header: 'Stage', render: ({ stage }) => <bdi>{stage}</bdi> },
  { key: 'when', header: 'When', render: ({ when }) => when.replaceAll('_', ' ') },
  { key: 'failure', header: 'May fail', render: ({ allow_failure: mayFail }) => (mayFail ? 'Yes' : 'No') },
  {
    key: 'needs',
    header: 'Needs',
    hideNarrow: true,
    render: ({ needs }) => (needs === null ? '' : needs.map(({ name }) => name).join(', ') || 'Nothing'),
  },
  { key: 'tags', header: 'Tags', hideNarrow: true, render: ({ tag_list: tags }) => tags.join(', ') },
];

export function LintMessages({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="list-disc pl-4">
      {texts.map((text) => (
        <li key={text} className="wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  );
}

export function LintJobs({ jobs, text }: { jobs: readonly Job[]; text: string }) {
  if (jobs.length === 0) return null;
  return (
    <Section title="Jobs" text={text}>
      <Table label="Jobs" columns={COLUMNS} rows={jobs} rowKey={({ name }) => name} />
    </Section>
  );
}

/** What a check of a configuration found: problems, jobs, and the file with everything included. */
export function LintResult({ result }: { result: RestLintResult }) {
  const { valid, errors, warnings, jobs = [], merged_yaml: merged } = result;
  return (
    <div className="flex flex-col gap-2">
      <Banner tone={valid ? 'success' : 'danger'} live>
        {valid ? 'The configuration is valid.' : <LintMessages texts={errors} />}
      </Banner>
      {warnings.length > 0 && (
        <Banner tone="warning">
          <LintMessages texts={warnings} />
        </Banner>
      )}
      <LintJobs jobs={jobs} text="Jobs of a push to the default branch, in the order of their stages." />
      {merged !== null && (
        <Section title="Merged file" text="The configuration with its included files and parents.">
          <CodeBlock label="Merged file" text={merged} />
        </Section>
      )}
    </div>
  );
}
