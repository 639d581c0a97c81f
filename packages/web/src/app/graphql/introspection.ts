/** The schema as the API tells it of itself. */
export type TypeRef = { kind: string; name: string | null; ofType: TypeRef | null };
export type SchemaArgument = { name: string; description: string | null; type: TypeRef };
export type SchemaField = {
  name: string;
  description: string | null;
  args: SchemaArgument[];
  type: TypeRef;
};
export type SchemaType = {
  kind: string;
  name: string;
  description: string | null;
  fields: SchemaField[] | null;
  inputFields: SchemaArgument[] | null;
  enumValues: { name: string; description: string | null }[] | null;
};

const REF = 'kind name ofType { kind name ofType { kind name ofType { kind name } } }';

export const INTROSPECTION = `query Schema {
  __schema {
    types {
      kind name description
      fields { name description type { ${REF} } args { name description type { ${REF} } } }
      inputFields { name description type { ${REF} } }
      enumValues { name description }
    }
  }
}`;

/** `[Note!]!` as users write it. */
export function typeText(type: TypeRef): string {
  if (type.kind === 'NON_NULL' && type.ofType) return `${typeText(type.ofType)}!`;
  if (type.kind === 'LIST' && type.ofType) return `[${typeText(type.ofType)}]`;
  return type.name ?? '';
}

/** The type that has a name inside lists and exclamation marks. */
export function innerName(type: TypeRef): string {
  return type.ofType ? innerName(type.ofType) : (type.name ?? '');
}

const ROOTS = ['Query', 'Mutation', 'Subscription'];

/** Types of this schema, where to begin first; those of GraphQL itself are left out. */
export function documentedTypes(types: readonly SchemaType[]): SchemaType[] {
  const place = (type: SchemaType): number => {
    const root = ROOTS.indexOf(type.name);
    return root < 0 ? ROOTS.length : root;
  };
  return types
    .filter((type) => !type.name.startsWith('__'))
    .toSorted((a, b) => place(a) - place(b) || a.name.localeCompare(b.name));
}

export type FoundField = { type: SchemaType; field: SchemaField | null };

const MOST_FOUND = 60;

/** Types and fields whose name has the text, types first. */
export function searchSchema(types: readonly SchemaType[], text: string): FoundField[] {
  const wanted = text.trim().toLowerCase();
  const has = (name: string): boolean => name.toLowerCase().includes(wanted);
  const own = types.filter((type) => has(type.name)).map((type) => ({ type, field: null }));
  const fields = types.flatMap((type) =>
    (type.fields ?? []).filter((field) => has(field.name)).map((field) => ({ type, field })),
  );
  return [...own, ...fields].slice(0, MOST_FOUND);
}

/** Names of the operations of a document; only with several of them one has to be chosen. */
export function operationNames(document: string): string[] {
  const bare = document.replaceAll(/#.*$/gm, '').replaceAll(/"""[\s\S]*?"""|"(?:\\.|[^"\\])*"/g, '""');
  return [...bare.matchAll(/\b(?:query|mutation|subscription)\s+([A-Za-z_]\w*)\s*[({@]/g)].map(
    (match) => match[1] ?? '',
  );
}
