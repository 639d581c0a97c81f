import { Play } from 'lucide-react';
import { useState } from 'react';
import { isAppError, messageOf } from '../../lib/app-error.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { api } from '../../lib/http.ts';
import { parseText, useStored } from '../../lib/storage.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { HotkeyHint } from '../../ui/hotkey-hint.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { operationNames } from '../graphql/introspection.ts';
import { SchemaDocs } from '../graphql/schema-docs.tsx';

const EXAMPLE = `query Mine {
  currentUser {
    username
    authoredMergeRequests(first: 5) {
      nodes {
        reference(full: true)
        title
      }
    }
  }
}
`;

type Outcome = { text: string; ms: number; hasErrors: boolean };

/** Variables as an object, or why they are none. */
function readVariables(text: string): { variables: object } | { problem: string } {
  if (text.trim() === '') return { variables: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { variables: value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { problem: 'Enter variables as a JSON object, such as {"path": "group/project"}.' };
}

function useExplorer() {
  const [query, setQuery] = useStored('graphql_query', EXAMPLE, parseText);
  const [variables, setVariables] = useStored('graphql_variables', '', parseText);
  const [chosen, setChosen] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  const names = operationNames(query);
  const name = names.length > 1 ? (names.find((each) => each === chosen) ?? names[0]) : undefined;
  const run = async (): Promise<void> => {
    const read = readVariables(variables);
    setProblem('problem' in read ? read.problem : undefined);
    if ('problem' in read || isBusy) return;
    setBusy(true);
    setFailure(null);
    const started = performance.now();
    try {
      const body = { query, variables: read.variables, ...(name !== undefined && { operationName: name }) };
      const answer = await api.post<{ errors?: unknown[] }>('/api/graphql', { body });
      const ms = Math.round(performance.now() - started);
      setOutcome({ text: JSON.stringify(answer, null, 2), ms, hasErrors: (answer.errors ?? []).length > 0 });
    } catch (error) {
      if (!isAppError(error)) throw error;
      setFailure(messageOf(error));
    }
    setBusy(false);
  };
  return { query, setQuery, variables, setVariables, names, name, setChosen, outcome, failure, problem, isBusy, run };
}

function Result({ outcome, failure }: { outcome: Outcome | null; failure: string | null }) {
  if (failure !== null) return <Banner tone="danger">{failure}</Banner>;
  if (!outcome) return <p className="text-fg-muted">Run a query to see the response.</p>;
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="flex items-center gap-2 text-sm text-fg-muted">
        <Badge tone={outcome.hasErrors ? 'failed' : 'success'}>{outcome.hasErrors ? 'Errors' : 'Success'}</Badge>
        {outcome.ms} ms
      </p>
      <CodeBlock text={outcome.text} label="Response" className="max-h-160 overflow-auto" />
    </div>
  );
}

/** An editor for queries, what the API answers, and the schema to read beside it. */
export default function GraphqlExplorerPage() {
  const explorer = useExplorer();
  useHotkeys([
    { id: 'graphql-run', keys: 'mod+enter', label: 'Run the query', inInputs: true, run: () => void explorer.run() },
  ]);
  return (
    <PageBody width="full">
      <PageHeader
        title="GraphQL explorer"
        meta="Queries run as you, on live data. Mutations change this data."
        actions={
          <Button variant="primary" icon={Play} busy={explorer.isBusy} onClick={() => void explorer.run()}>
            Run <HotkeyHint of="graphql-run" />
          </Button>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-2 xl:grid-cols-[1fr_1fr_20rem]">
        <section aria-label="Query" className="flex min-w-0 flex-col gap-4">
          <TextArea
            label="Query"
            code
            value={explorer.query}
            onValueChange={explorer.setQuery}
            minRows={14}
            maxRows={30}
          />
          {explorer.names.length > 1 && (
            <Select
              label="Operation"
              value={explorer.name ?? ''}
              onValueChange={explorer.setChosen}
              options={explorer.names.map((value) => ({ value, label: value }))}
            />
          )}
          <TextArea
            label="Variables"
            code
            value={explorer.variables}
            onValueChange={explorer.setVariables}
            error={explorer.problem}
            hint="A JSON object"
            minRows={3}
          />
        </section>
        <section aria-label="Response" className="min-w-0">
          <h2 className="pb-2 text-h3">Response</h2>
          <Result outcome={explorer.outcome} failure={explorer.failure} />
        </section>
        <section
          aria-label="Documentation"
          className="min-w-0 lg:col-span-2 xl:sticky xl:top-16 xl:col-span-1 xl:max-h-[calc(100dvh-6rem)] xl:overflow-y-auto"
        >
          <h2 className="pb-2 text-h3">Documentation</h2>
          <SchemaDocs />
        </section>
      </div>
    </PageBody>
  );
}
