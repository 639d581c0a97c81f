import type { ApiReferencePageData } from '@tributary/contract/page/api-reference.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Collapsible } from '../../ui/collapsible.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { usePage } from '../navigation.tsx';

type Operation = ApiReferencePageData['operations'][number];

const TONES = { GET: 'neutral', POST: 'success', PUT: 'accent', PATCH: 'accent', DELETE: 'failed' } as const;

function toneOf(method: string) {
  return TONES[method as keyof typeof TONES] ?? 'neutral';
}

function OperationRow({ operation }: { operation: Operation }) {
  const title = (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5 font-normal">
      <span className="flex shrink-0 sm:w-16">
        <Badge tone={toneOf(operation.method)}>{operation.method}</Badge>
      </span>
      <code className="min-w-0 text-code wrap-anywhere">{operation.path}</code>
      <span className="text-fg-muted max-sm:basis-full">{operation.summary}</span>
    </span>
  );
  return (
    <Collapsible title={title}>
      <p className="pb-2 text-fg-muted">{operation.description.replaceAll('`', '')}</p>
      {operation.parameters.length > 0 && (
        <Table
          label={`Parameters of ${operation.method} ${operation.path}`}
          rows={operation.parameters}
          rowKey={(parameter) => `${parameter.place} ${parameter.name}`}
          columns={[
            { key: 'name', header: 'Name', primary: true, render: (each) => <code>{each.name}</code> },
            { key: 'place', header: 'In', render: (each) => each.place },
            { key: 'type', header: 'Type', render: (each) => each.type || 'any' },
            { key: 'required', header: 'Required', render: (each) => (each.isRequired ? 'Yes' : 'No') },
          ]}
        />
      )}
    </Collapsible>
  );
}

/** Every address of the REST endpoint, from the definitions that validate the requests. */
export default function ApiReferencePage() {
  const { data } = usePage<ApiReferencePageData>();
  const [query, setQuery] = useState('');
  const groups = useMemo(() => {
    const wanted = query.trim().toLowerCase();
    const found = data.operations.filter((each) =>
      `${each.method} ${each.path} ${each.summary} ${each.tag}`.toLowerCase().includes(wanted),
    );
    return Map.groupBy(found, (each) => each.tag);
  }, [data.operations, query]);
  return (
    <PageBody>
      <PageHeader
        title="REST API"
        meta={
          <>
            {formatCount(data.operations.length)} operations at <code>{data.baseUrl}</code>.
          </>
        }
        actions={
          <>
            <Button asChild>
              <a href={shellPaths.graphqlExplorer}>GraphQL explorer</a>
            </Button>
            <Button asChild>
              <a href="/api/v4/openapi.json" data-native>
                OpenAPI document
              </a>
            </Button>
          </>
        }
      />
      <TextField
        label="Filter operations"
        labelHidden
        placeholder="Filter by path, method or keyword"
        value={query}
        onValueChange={setQuery}
        type="search"
      />
      {groups.size === 0 && (
        <EmptyState icon={SearchX} title="No matching operations" text="Try part of a path, such as merge_requests." />
      )}
      {[...groups].map(([tag, operations]) => (
        <Section key={tag} title={tag}>
          {operations.map((operation) => (
            <OperationRow key={`${operation.method} ${operation.path}`} operation={operation} />
          ))}
        </Section>
      ))}
    </PageBody>
  );
}
