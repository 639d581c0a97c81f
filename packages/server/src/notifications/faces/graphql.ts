import type { GraphqlBuilder } from '../../faces/graphql/builder.ts';
import { type Connection, pagedConnection } from '../../faces/graphql/connection.ts';
import { parseNumericId, toGlobalId } from '../../faces/graphql/global-id.ts';
import { answerMutation } from '../../faces/graphql/mutation.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type Noteable, noteableById } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { actorId } from '../../platform/actor.ts';
import { authorize, INSTANCE } from '../../platform/policy/policy.ts';
import { markedTypes } from '../attention.ts';
import { addTodo } from '../operations/add-todo.ts';
import { finishTodo } from '../operations/finish-todo.ts';
import { listTodos, todoViews, type TodoView } from '../reads/list-todos.ts';

declare module '../../faces/graphql/builder.ts' {
  interface GraphqlObjects {
    Todo: TodoView;
    TodoConnection: Connection<TodoView>;
    TodoMarkDonePayload: { todo: TodoView | null; errors: string[] };
  }
}

async function targetOf(ctx: Context, globalId: string): Promise<Noteable> {
  const type = markedTypes().find((each) => globalId.startsWith(`gid://gitlab/${each}/`));
  const found = type && (await noteableById(ctx, type, parseNumericId(globalId, type)));
  if (!found) throw new AppError('not_found', { resource: 'Todoable' });
  return found;
}

function addTypes(builder: GraphqlBuilder): void {
  builder.objectType('Todo', {
    description: 'Something that waits for the person.',
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

/** `currentUser.todos` and `todoMarkDone`. */
export function extendWithTodos(builder: GraphqlBuilder): void {
  addTypes(builder);
  const states = builder.enumType('TodoStateEnum', { values: ['pending', 'done'] as const });
  builder.objectField('Todo', 'state', (t) =>
    t.field({ type: states, nullable: false, resolve: ({ row }) => (row.state === 'done' ? 'done' : 'pending') }),
  );
  builder.objectFields('User', (t) => ({
    todos: t.field({
      type: 'TodoConnection',
      nullable: true,
      description: 'Own entries only; nobody sees those of others.',
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
      description: 'Puts something on the own list.',
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
