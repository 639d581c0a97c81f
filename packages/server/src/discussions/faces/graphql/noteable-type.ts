import type { GraphqlBuilder, GraphqlObjects } from '../../../faces/graphql/builder.ts';
import type { Context } from '../../../platform/context.ts';

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

/** `Discussion.noteable`; null for things that have no type of their own. */
export function addNoteableType(builder: GraphqlBuilder): void {
  const noteableType = builder.unionType('NoteableType', {
    description: 'Something that can be talked about.',
    types: () => [...loaders.keys()] as TypeName[],
    resolveType: (value) => loadedAs.get(value),
  });
  builder.objectField('Discussion', 'noteable', (t) =>
    t.field({
      type: noteableType,
      nullable: true,
      resolve: async ({ noteable }, _args, { ctx }) => {
        const found = await loaders.get(noteable.type)?.(ctx, noteable.id);
        if (!found) return null;
        loadedAs.set(found, noteable.type);
        return found as GraphqlObjects[TypeName];
      },
    }),
  );
}
