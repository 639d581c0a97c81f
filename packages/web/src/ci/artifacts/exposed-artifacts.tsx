import type { ExposedArtifact, ExposedArtifactsAnswer } from '@tributary/contract/ci/pipeline-page.ts';
import { useQuery } from '@tanstack/react-query';
import { Package } from 'lucide-react';
import { queryClient } from '../../app/query-client.ts';
import { plural } from '../../lib/format.ts';
import { api } from '../../lib/http.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';

const POLL_MS = 10_000;

function textLink(href: string, text: string) {
  return (
    <a href={href} className="rounded-sm wrap-anywhere text-accent-fg hover:underline">
      <bdi>{text}</bdi>
    </a>
  );
}

const COLUMNS: TableColumn<ExposedArtifact>[] = [
  { key: 'artifact', header: 'Artifact', primary: true, render: ({ text, url }) => textLink(url, text) },
  { key: 'job', header: 'Job', render: (artifact) => textLink(artifact.job_path, artifact.job_name) },
];

/** What the jobs of a pipeline expose in its merge request. Asked for again until the pipeline ends, while the tab is visible. */
export function ExposedArtifacts({ path }: { path: string }) {
  const { data, isError } = useQuery(
    {
      queryKey: ['ci', 'exposed', path],
      queryFn: ({ signal }) => api.get<ExposedArtifactsAnswer>(path, { signal }),
      refetchInterval: ({ state }) => (state.data?.is_final === true ? false : POLL_MS),
      refetchOnWindowFocus: true,
      staleTime: 0,
    },
    queryClient,
  );
  const row = 'flex items-center gap-3 border-t px-4 py-2';
  if (isError && !data) {
    return (
      <p role="alert" className={`${row} text-failed`}>
        <Package size={16} aria-hidden /> An error occurred while fetching the artifacts
      </p>
    );
  }
  if (!data) {
    return (
      <p className={`${row} text-fg-muted`}>
        <Spinner size={16} /> Loading artifacts
      </p>
    );
  }
  if (data.artifacts.length === 0) return null;
  return (
    <details className="border-t px-4 py-2">
      <summary className="cursor-pointer">View {plural(data.artifacts.length, 'exposed artifact')}</summary>
      <Table
        label="Exposed artifacts"
        columns={COLUMNS}
        rows={data.artifacts}
        rowKey={({ url }) => url}
        className="mt-2"
      />
    </details>
  );
}
