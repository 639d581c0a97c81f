import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { parseNumericId } from '../../endpoints/graphql/global-id.ts';
import { answerMutation, type MutationAnswer } from '../../endpoints/graphql/mutation.ts';
import { finishAllTodos, restoreTodo } from '../operations/finish-todo.ts';
import { finishedTodos, todoViews, type TodoView } from '../reads/list-todos.ts';
import { targetOf } from './graphql-todo-target.ts';

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    TodosMarkAllDonePayload: MutationAnswer<{ todos: TodoView[] }>;
  }
}

/** `todoRestore` and `todosMarkAllDone`. */
export function addTodoMutations(builder: GraphqlBuilder): void {
  builder.objectType('TodosMarkAllDonePayload', {
    fields: (t) => ({
      todos: t.field({
        type: ['Todo'],
        nullable: false,
        description: 'To-do items marked as done, at most 100.',
        resolve: ({ todos }) => todos ?? [],
      }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  const restore = builder.inputType('TodoRestoreInput', {
    fields: (t) => ({ id: t.field({ type: 'TodoID', required: true }), clientMutationId: t.string() }),
  });
  const markAll = builder.inputType('TodosMarkAllDoneInput', {
    fields: (t) => ({
      targetId: t.field({ type: 'TodoableID', description: 'Only to-do items about this target.' }),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationFields((t) => ({
    todoRestore: t.field({
      type: 'TodoMarkDonePayload',
      nullable: true,
      description: 'Restores a to-do item.',
      args: { input: t.arg({ type: restore, required: true }) },
      resolve: (_root, { input: { id } }, { ctx }) =>
        answerMutation({ todo: null }, async () => {
          const row = await restoreTodo(ctx, { id: parseNumericId(id, 'Todo') });
          return { todo: (await todoViews(ctx, [row]))[0] ?? null };
        }),
    }),
    todosMarkAllDone: t.field({
      type: 'TodosMarkAllDonePayload',
      nullable: true,
      args: { input: t.arg({ type: markAll, required: true }) },
      resolve: (_root, { input: { targetId } }, { ctx }) =>
        answerMutation({ todos: null }, async () => {
          const noteable = targetId ? await targetOf(ctx, targetId) : undefined;
          const target = noteable && { type: noteable.type, id: noteable.id };
          return { todos: await finishedTodos(ctx, target, () => finishAllTodos(ctx, target ? { target } : {})) };
        }),
    }),
  }));
}
