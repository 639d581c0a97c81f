import { type FieldNode, getArgumentValues, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { GraphqlBuilder, GraphqlObjects } from './builder.ts';
import { type Edge, edgesOf } from './connection.ts';

type TypeName = keyof GraphqlObjects;

/** The fields of a selection, also those that are asked for in fragments; a fragment is looked through once, as when it runs. */
function* fieldsIn(
  { selections }: SelectionSetNode,
  info: GraphQLResolveInfo,
  seen = new Set<string>(),
): Generator<FieldNode> {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) yield selection;
    else if (selection.kind === Kind.INLINE_FRAGMENT) yield* fieldsIn(selection.selectionSet, info, seen);
    else if (!seen.has(selection.name.value)) {
      seen.add(selection.name.value);
      const fragment = info.fragments[selection.name.value];
      if (fragment) yield* fieldsIn(fragment.selectionSet, info, seen);
    }
  }
}

/** What the mutation that this answers was called with as its `clientMutationId`. */
function echoed(info: GraphQLResolveInfo): string | null {
  const key = info.path.prev?.key;
  for (const asked of fieldsIn(info.operation.selectionSet, info)) {
    if ((asked.alias ?? asked.name).value !== key) continue;
    const field = info.schema.getMutationType()?.getFields()[asked.name.value];
    const input: unknown = field && getArgumentValues(field, asked, info.variableValues)['input'];
    const id: unknown = input && Reflect.get(Object(input), 'clientMutationId');
    return typeof id === 'string' ? id : null;
  }
  return null;
}

function addEcho(builder: GraphqlBuilder, name: TypeName): void {
  builder.objectField(name, 'clientMutationId', (t) =>
    t.string({
      nullable: true,
      description: 'The value sent by the client.',
      resolve: (_payload, _args, _context, info) => echoed(info),
    }),
  );
}

function addEdges(builder: GraphqlBuilder, name: TypeName, nodeName: TypeName): void {
  const edge = builder.objectRef<Edge<object>>(`${nodeName}Edge`).implement({
    fields: (t) => ({
      cursor: t.exposeString('cursor', { nullable: false }),
      node: t.field({ type: nodeName, nullable: true, resolve: ({ node }) => node as GraphqlObjects[TypeName] }),
    }),
  });
  builder.objectField(name, 'edges', (t) =>
    t.field({ type: [edge], nullable: true, resolve: (connection) => edgesOf(connection) }),
  );
}

/**
 * What every payload and every connection has, by their names: `clientMutationId` is given back, and `edges` stand beside
 * `nodes`. After all slices have added theirs.
 */
export function addSharedFields(builder: GraphqlBuilder): void {
  const names = [...builder.configStore.typeConfigs.keys()];
  for (const name of names) {
    if (name.endsWith('Payload')) addEcho(builder, name as TypeName);
    if (name.endsWith('Connection'))
      addEdges(builder, name as TypeName, name.slice(0, -'Connection'.length) as TypeName);
  }
}
