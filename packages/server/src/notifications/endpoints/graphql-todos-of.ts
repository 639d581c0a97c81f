import type { GraphqlBuilder, ParentOf } from '../../endpoints/graphql/builder.ts';
import { sliceConnection } from '../../endpoints/graphql/connection.ts';
import { inOneGo } from '../../endpoints/graphql/in-one-go.ts';
import { INSTANCE, isAllowed } from '../../platform/policy/policy.ts';
import { listTodosAbout, type TodoView } from '../reads/list-todos.ts';
import { todoState } from './graphql-todo-state.ts';

/** `currentUserTodos` of things of one kind: the own entries about them, newest first. */
export function addCurrentUserTodos<Name extends 'Issue' | 'MergeRequest'>(
  builder: GraphqlBuilder,
  name: Name,
  idOf: (parent: ParentOf<Name>) => number,
): void {
  const entriesAbout = inOneGo<number, TodoView[]>(async (ctx, ids) => {
    const found = Map.groupBy(await listTodosAbout(ctx, name, ids), ({ row }) => row.target_id);
    return ids.map((id) => found.get(id) ?? []);
  });
  builder.objectField(name, 'currentUserTodos', (t) =>
    t.field({
      type: 'TodoConnection',
      nullable: false,
      args: { first: t.arg.int(), after: t.arg.string(), state: t.arg({ type: todoState(builder) }) },
      resolve: async (parent, { state, ...args }, { ctx }) => {
        const isOwn = ctx.actor.kind === 'user' && isAllowed(ctx.actor, 'read_todos', INSTANCE);
        const all = isOwn ? await entriesAbout(ctx, idOf(parent)) : [];
        return sliceConnection(
          all.filter(({ row }) => !state || row.state === state),
          args,
        );
      },
    }),
  );
}
