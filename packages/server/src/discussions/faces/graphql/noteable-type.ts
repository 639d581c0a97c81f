import type { GraphqlBuilder, GraphqlObjects } from '../../../faces/graphql/builder.ts';
import type { Context } from '../../../platform/context.ts';
import type { Noteable } from '../../noteable.ts';

type TypeName = keyof GraphqlObjects;
type Load = (ctx: Context, id: number) => Promise<object>;

const loaders = new Map<string, Load>();
/** What was loaded here, by the type it was loaded as. */
const loadedAs = new WeakMap<object, string>();

/**
 * Lets a thread say what it is about: the GraphQL type of a kind of thing has the name of its descriptor. `load` is asked
 * only for things that the reader was found to see. Call it where the type is added.
 */
export function defineNoteableType<Name extends TypeName>(
  type: Name,
  load: (ctx: Context, id: number) => Promise<GraphqlObjects[Name] & object>,
): void {
  loaders.set(type, load);
}

/** Any of the types that were defined. */
export function noteableUnion(builder: GraphqlBuilder, name: string, description: string) {
  return builder.unionType(name, {
    description,
    types: () => [...loaders.keys()] as TypeName[],
    resolveType: (value) => loadedAs.get(value),
  });
}

/** As a member of such a union; null for things that have no type of their own. */
export async function loadNoteable(ctx: Context, noteable: Noteable): Promise<GraphqlObjects[TypeName] | null> {
  const found = await loaders.get(noteable.type)?.(ctx, noteable.id);
  if (!found) return null;
  loadedAs.set(found, noteable.type);
  return found as GraphqlObjects[TypeName];
}

/** `Discussion.noteable`. */
export function addNoteableType(builder: GraphqlBuilder): void {
  const noteableType = noteableUnion(builder, 'NoteableType', 'Something that can be talked about.');
  builder.objectField('Discussion', 'noteable', (t) =>
    t.field({
      type: noteableType,
      nullable: true,
      resolve: ({ noteable }, _args, { ctx }) => loadNoteable(ctx, noteable),
    }),
  );
}
