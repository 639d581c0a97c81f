import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { type Connection, pagedConnection } from '../../endpoints/graphql/connection.ts';
import { parseNumericId, toGlobalId } from '../../endpoints/graphql/global-id.ts';
import { answerMutation } from '../../endpoints/graphql/mutation.ts';
import { orNull } from '../../endpoints/graphql/or-null.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import { authorize, INSTANCE } from '../../platform/policy/policy.ts';
import { addTodo } from '../operations/add-todo.ts';
import { finishTodo } from '../operations/finish-todo.ts';
import { getOwnTodo, listTodos, todoViews, type TodoView } from '../reads/list-todos.ts';
import { addTodoMutations } from './graphql-todo-mutations.ts';
import { todoState } from './graphql-todo-state.ts';
import { targetOf } from './graphql-todo-target.ts';

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    Todo: TodoView;
    TodoConnection: Connection<TodoView>;
    TodoMarkDonePayload: { todo: TodoView | null; errors: string[] };
  }
}

function addTypes(builder: GraphqlBuilder): void {
  builder.objectType('Todo', {
    description: 'A to-do item of a user.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: (todo) => toGlobalId('Todo', todo.row.id) }),
      action: t.string({ nullable: false, resolve: (todo) => todo.row.action }),
      body: t.exposeString('body', { nullable: false }),
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

/** `currentUser.todos`, `todo` and what can be done with them. */
export function extendWithTodos(builder: GraphqlBuilder): void {
  addTypes(builder);
  addTodoMutations(builder);
  const states = todoState(builder);
  builder.objectField('Todo', 'state', (t) =>
    t.field({ type: states, nullable: false, resolve: ({ row }) => (row.state === 'done' ? 'done' : 'pending') }),
  );
  builder.interfaceFields('User', (t) => ({
    todos: t.field({
      type: 'TodoConnection',
      nullable: true,
      description: 'Visible only to the user.',
      args: { first: t.arg.int(), after: t.arg.string(), state: t.arg({ type: [states] }) },
      resolve: (user, { state, ...args }, { ctx }) => {
        if (actorId(ctx.actor) !== user.id) return null;
        authorize(ctx.actor, 'read_todos', INSTANCE);
        return pagedConnection(args, (request) =>
          listTodos(ctx, { state: new Set(state).size > 1 ? 'all' : (state?.[0] ?? 'pending') }, request),
        );
      },
    }),
  }));
  builder.queryField('todo', (t) =>
    t.field({
      type: 'Todo',
      nullable: true,
      description: 'A to-do item of the current user.',
      args: { id: t.arg({ type: 'TodoID', required: true }) },
      resolve: (_root, { id }, asked) => {
        authorize(asked.ctx.actor, 'read_todos', INSTANCE);
        return orNull(asked, () => getOwnTodo(asked.ctx, parseNumericId(id, 'Todo')));
      },
    }),
  );
  const createInput = builder.inputType('TodoCreateInput', {
    fields: (t) => ({ targetId: t.field({ type: 'TodoableID', required: true }), clientMutationId: t.string() }),
  });
  const input = builder.inputType('TodoMarkDoneInput', {
    fields: (t) => ({ id: t.field({ type: 'TodoID', required: true }), clientMutationId: t.string() }),
  });
  builder.mutationFields((t) => ({
    todoCreate: t.field({
      type: 'TodoMarkDonePayload',
      nullable: true,
      description: 'Adds a to-do item for the current user.',
      args: { input: t.arg({ type: createInput, required: true }) },
      resolve: (_root, { input: { targetId } }, { ctx }) =>
        answerMutation({ todo: null }, async () => {
          const row = await addTodo(ctx, { noteable: await targetOf(ctx, targetId) });
          if (!row) throw new AppError('todo_waits_already');
          return { todo: (await todoViews(ctx, [row]))[0] ?? null };
        }),
    }),
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
