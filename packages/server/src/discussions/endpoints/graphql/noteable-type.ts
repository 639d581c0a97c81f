import type { GraphqlBuilder, GraphqlObjects } from '../../../endpoints/graphql/builder.ts';
import { inOneGo } from '../../../endpoints/graphql/in-one-go.ts';
import type { Context } from '../../../platform/context.ts';
import type { Noteable } from '../../noteable.ts';

type TypeName = keyof GraphqlObjects;
type Load<T> = (ctx: Context, id: number, noteable: Noteable) => Promise<T>;
type Loader = { load: Load<object>; isIssuable: boolean };

const loaders = new Map<string, Loader>();
/** What was loaded here, by the type it was loaded as. */
const loadedAs = new WeakMap<object, string>();

/**
 * Lets a thread say what it is about: the GraphQL type of a kind of thing has the name of its descriptor. `load` is asked
 * only for things that the reader was found to see. Call it where the type is added.
 */
export function defineNoteableType<Name extends TypeName>(
  type: Name,
  load: Load<GraphqlObjects[Name] & object>,
  { isIssuable = true }: { isIssuable?: boolean } = {},
): void {
  loaders.set(type, { load, isIssuable });
}

/** Has a title, users and labels that change. */
export function isIssuable(type: string): boolean {
  return loaders.get(type)?.isIssuable ?? false;
}

/** Any of the types that were defined, or those of them that are meant. */
export function noteableUnion(
  builder: GraphqlBuilder,
  name: string,
  description: string,
  isMeant: (type: string) => boolean = () => true,
) {
  return builder.unionType(name, {
    description,
    types: () => [...loaders.keys()].filter(isMeant) as TypeName[],
    resolveType: (value) => loadedAs.get(value),
  });
}

/** As a member of such a union; null for things that have no type of their own. */
export async function loadNoteable(ctx: Context, noteable: Noteable): Promise<GraphqlObjects[TypeName] | null> {
  const found = await loaders.get(noteable.type)?.load(ctx, noteable.id, noteable);
  if (!found) return null;
  loadedAs.set(found, noteable.type);
  return found as GraphqlObjects[TypeName];
}

/** What the threads of one answer are about: a thing that several are about is loaded once. */
const aboutThread = inOneGo(async (ctx, noteables: readonly Noteable[]) => {
  const loading = new Map<string, ReturnType<typeof loadNoteable>>();
  return noteables.map((noteable) => {
    const key = `${noteable.type} ${noteable.id}`;
    const thing = loading.get(key) ?? loadNoteable(ctx, noteable);
    loading.set(key, thing);
    return thing;
  });
});

/** `Discussion.noteable`. */
export function addNoteableType(builder: GraphqlBuilder): void {
  const noteableType = noteableUnion(builder, 'NoteableType', 'An item that can be commented on.');
  builder.objectField('Discussion', 'noteable', (t) =>
    t.field({
      type: noteableType,
      nullable: true,
      resolve: ({ noteable }, _args, { ctx }) => aboutThread(ctx, noteable),
    }),
  );
}
