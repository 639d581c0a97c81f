import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { queryClient } from '../query-client.ts';
import { messageOf } from '../../lib/app-error.ts';
import { focusWhenRendered } from '../../lib/focus-when-rendered.ts';
import { api } from '../../lib/http.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import {
  documentedTypes,
  innerName,
  INTROSPECTION,
  type SchemaArgument,
  type SchemaType,
  searchSchema,
  type TypeRef,
  typeText,
} from './introspection.ts';

type Open = (name: string) => void;

function TypeLink({ type, onOpen }: { type: TypeRef; onOpen: Open }) {
  return (
    <button
      type="button"
      onClick={() => onOpen(innerName(type))}
      className="control rounded-sm font-mono text-code text-accent-fg hover:underline"
    >
      {typeText(type)}
    </button>
  );
}

function Arguments({ args, onOpen }: { args: readonly SchemaArgument[]; onOpen: Open }) {
  return (
    <ul className="ml-4">
      {args.map((argument) => (
        <li key={argument.name} className="font-mono text-code">
          {argument.name}: <TypeLink type={argument.type} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

function TypeDetail({ type, onOpen }: { type: SchemaType; onOpen: Open }) {
  return (
    <div className="flex flex-col gap-3">
      <h3 className="flex flex-wrap items-center gap-2 text-h3">
        <span className="font-mono break-all">{type.name}</span>
        <Badge>{type.kind.toLowerCase().replaceAll('_', ' ')}</Badge>
      </h3>
      {type.description !== null && <p className="text-fg-muted">{type.description}</p>}
      <ul className="flex flex-col gap-2">
        {(type.fields ?? []).map((field) => (
          <li key={field.name}>
            <span className="font-mono text-code font-medium">{field.name}</span>:{' '}
            <TypeLink type={field.type} onOpen={onOpen} />
            {field.description !== null && <p className="text-sm text-fg-muted">{field.description}</p>}
            {field.args.length > 0 && <Arguments args={field.args} onOpen={onOpen} />}
          </li>
        ))}
        {(type.inputFields ?? []).map((field) => (
          <li key={field.name} className="font-mono text-code">
            {field.name}: <TypeLink type={field.type} onOpen={onOpen} />
          </li>
        ))}
        {(type.enumValues ?? []).map((value) => (
          <li key={value.name} className="font-mono text-code">
            {value.name}
          </li>
        ))}
      </ul>
    </div>
  );
}

function TypeList({ types, search, onOpen }: { types: readonly SchemaType[]; search: string; onOpen: Open }) {
  const found = search.trim() === '' ? types.map((type) => ({ type, field: null })) : searchSchema(types, search);
  if (found.length === 0) return <p className="text-fg-muted">No matching types or fields.</p>;
  return (
    <ul aria-label="Types" className="flex flex-col">
      {found.map(({ type, field }) => (
        <li key={`${type.name}.${field?.name ?? ''}`}>
          <button
            type="button"
            onClick={() => onOpen(type.name)}
            className="control min-h-6 rounded-sm font-mono text-code break-all text-accent-fg hover:underline"
          >
            {field === null ? type.name : `${type.name}.${field.name}`}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The schema to look things up in: by name, then from type to type. */
export function SchemaDocs() {
  const [search, setSearch] = useState('');
  const [trail, setTrail] = useState<string[]>([]);
  const top = useRef<HTMLDivElement>(null);
  const schema = useQuery(
    {
      queryKey: ['graphql', 'schema'],
      staleTime: Infinity,
      queryFn: async ({ signal }) => {
        const body = { query: INTROSPECTION };
        const answer = await api.post<{ data: { __schema: { types: SchemaType[] } } }>('/api/graphql', {
          body,
          signal,
        });
        return documentedTypes(answer.data.__schema.types);
      },
    },
    queryClient,
  );
  const types = useMemo(() => new Map((schema.data ?? []).map((type) => [type.name, type])), [schema.data]);
  const shown = types.get(trail.at(-1) ?? '');
  const go = (next: string[]): void => {
    setTrail(next);
    focusWhenRendered(() => top.current);
  };
  if (schema.isPending) return <SkeletonRows rows={6} label="Loading the schema" />;
  if (schema.isError) return <ErrorState title={messageOf(schema.error)} onRetry={() => void schema.refetch()} />;
  return (
    <div ref={top} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {shown ? (
        <>
          <div>
            <Button size="sm" variant="ghost" icon={ArrowLeft} onClick={() => go(trail.slice(0, -1))}>
              {trail.length > 1 ? trail.at(-2) : 'All types'}
            </Button>
          </div>
          <TypeDetail type={shown} onOpen={(name) => go([...trail, name])} />
        </>
      ) : (
        <>
          <TextField
            label="Search the schema"
            labelHidden
            type="search"
            placeholder="Search types and fields"
            value={search}
            onValueChange={setSearch}
          />
          <TypeList types={schema.data} search={search} onOpen={(name) => go([name])} />
        </>
      )}
    </div>
  );
}
