import type { GraphqlBuilder } from '../../faces/graphql/builder.ts';
import { type Connection, pagedConnection } from '../../faces/graphql/connection.ts';
import { parseNumericId, toGlobalId } from '../../faces/graphql/global-id.ts';
import { answerMutation } from '../../faces/graphql/mutation.ts';
import { actorId } from '../../platform/actor.ts';
import { authorize, INSTANCE } from '../../platform/policy/policy.ts';
import { finishTodo } from '../operations/finish-todo.ts';
import { listTodos, todoViews, type TodoView } from '../reads/list-todos.ts';

declare module '../../faces/graphql/builder.ts' {
  interface GraphqlObjects {
    Todo: TodoView;
    TodoConnection: Connection<TodoView>;
    TodoMarkDonePayload: { todo: TodoView | null; errors: string[] };
  }
}

function addTypes(builder: GraphqlBuilder): void {
  builder.objectType('Todo', {
    description: 'Something that waits for the person.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: (todo) => toGlobalId('Todo', todo.row.id) }),
      action: t.string({ nullable: false, resolve: (todo) => todo.row.action }),
      body: t.exposeString('body', { nullable: false }),
      state: t.string({ nullable: false, resolve: (todo) => todo.row.state }),
      author: t.field({ type: 'User', nullable: true, resolve: (todo) => todo.author }),
      targetType: t.string({ nullable: false, resolve: (todo) => todo.row.target_type }),
      targetUrl: t.string({ nullable: false, resolve: (todo, _args, { ctx }) => `${ctx.config.url}${todo.path}` }),
      createdAt: t.string({ nullable: false, resolve: (todo) => todo.row.created_at.toISOString() }),
    }),
  });
  builder.objectType('TodoConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['Todo'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
  builder.objectType('TodoMarkDonePayload', {
    fields: (t) => ({
      todo: t.field({ type: 'Todo', nullable: true, resolve: (payload) => payload.todo }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
}

/** `currentUser.todos` and `todoMarkDone`. */
export function extendWithTodos(builder: GraphqlBuilder): void {
  addTypes(builder);
  builder.objectFields('User', (t) => ({
    todos: t.field({
      type: 'TodoConnection',
      nullable: true,
      description: 'Own entries only; nobody sees those of others.',
      args: { first: t.arg.int(), after: t.arg.string(), state: t.arg.string() },
      resolve: (user, { state, ...args }, { ctx }) => {
        if (actorId(ctx.actor) !== user.id) return null;
        authorize(ctx.actor, 'read_todos', INSTANCE);
        return pagedConnection(args, (request) =>
          listTodos(ctx, { state: state === 'done' ? 'done' : 'pending' }, request),
        );
      },
    }),
  }));
  const input = builder.inputType('TodoMarkDoneInput', {
    fields: (t) => ({ id: t.id({ required: true }), clientMutationId: t.string() }),
  });
  builder.mutationFields((t) => ({
    todoMarkDone: t.field({
      type: 'TodoMarkDonePayload',
      nullable: true,
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (_root, { input: { id } }, { ctx }) =>
        answerMutation({ todo: null }, async () => {
          const row = await finishTodo(ctx, { id: parseNumericId(id, 'Todo') });
          return { todo: (await todoViews(ctx, [row]))[0] ?? null };
        }),
    }),
  }));
}
