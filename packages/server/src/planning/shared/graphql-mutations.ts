import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listUsersByNames } from '../../accounts/index.ts';
import type { CommandOutcome } from '../../discussions/index.ts';
import type {
  GraphqlBuilder,
  InputFieldBuilder,
  InputFieldMap,
  InputShapeFromFields,
  ParentOf,
} from '../../endpoints/graphql/builder.ts';
import { keyOfField } from '../../endpoints/graphql/key-of-field.ts';
import type { Context } from '../../platform/context.ts';
import { operationMode, usersInput } from './operation-mode.ts';
import type { UsersInput } from './users-input.ts';

type Payload = 'IssuePayload' | 'MergeRequestPayload';

/** How mutations name an issuable. */
export type IssuableTarget = { projectPath: string; iid: string };

export function parseIid(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new AppError('bad_parameter', { name: 'iid' });
  return Number(text);
}

type Mutation<Found, Fields extends InputFieldMap> = {
  /** Other names of the mutation. */
  aliases?: readonly string[];
  description?: string;
  fields?: (t: InputFieldBuilder) => Fields;
  /** Changes what was found. Texts in it may be commands: `more` has what came of them and the key of the request. */
  change: (
    ctx: Context,
    found: Found,
    input: InputShapeFromFields<Fields>,
    more: { outcome: CommandOutcome; key: { idempotencyKey?: string } },
  ) => Promise<unknown>;
};

/**
 * Adds mutations that change an issuable named by project and number and give it back as it is then. The input of each is
 * called like the mutation; `find` calls the change with what is named, and answers.
 */
export function issuableMutations<Found>(
  builder: GraphqlBuilder,
  payload: Payload,
  find: (
    ctx: Context,
    target: IssuableTarget,
    change: (found: Found, outcome: CommandOutcome) => Promise<unknown>,
  ) => Promise<ParentOf<Payload>>,
) {
  return <Fields extends InputFieldMap = InputFieldMap>(name: string, mutation: Mutation<Found, Fields>): void => {
    const type = builder.inputType(`${name.charAt(0).toUpperCase()}${name.slice(1)}Input`, {
      fields: (t) => ({
        projectPath: t.id({ required: true }),
        iid: t.string({ required: true }),
        ...mutation.fields?.(t),
        clientMutationId: t.string(),
      }),
    });
    for (const each of [name, ...(mutation.aliases ?? [])]) {
      builder.mutationField(each, (t) =>
        t.field({
          type: payload,
          nullable: true,
          ...(mutation.description && { description: mutation.description }),
          args: { input: t.arg({ type, required: true }) },
          resolve: (_root, args, { ctx, idempotencyKey }, { path }) => {
            const input = args.input as IssuableTarget & InputShapeFromFields<Fields>;
            const key = keyOfField(idempotencyKey, path.key);
            return find(ctx, input, (found, outcome) => mutation.change(ctx, found, input, { outcome, key }));
          },
        }),
      );
    }
  };
}

/** Of users by name; one that is unknown is not found. */
async function userIds(ctx: Context, usernames: readonly string[]): Promise<number[]> {
  const users = await listUsersByNames(ctx, usernames);
  if (users.length < new Set(usernames.map((name) => name.toLowerCase())).size) {
    throw new AppError('not_found', { resource: 'User' });
  }
  return users.map((user) => user.id);
}

/** A mutation that sets, adds or takes off users by name. */
export function usersMutation<Found, List extends string>(
  builder: GraphqlBuilder,
  list: List,
  set: (ctx: Context, found: Found, users: UsersInput) => Promise<unknown>,
) {
  const mode = operationMode(builder);
  const fields = (t: InputFieldBuilder) => ({
    [list]: t.stringList({ required: true }),
    operationMode: t.field({ type: mode }),
  });
  return {
    fields,
    change: async (ctx: Context, found: Found, input: object) => {
      const given = input as Record<List, string[]> & { operationMode?: 'REPLACE' | 'APPEND' | 'REMOVE' | null };
      return set(ctx, found, usersInput(await userIds(ctx, given[list]), given.operationMode ?? 'REPLACE'));
    },
  };
}

/** What mutations of all issuables change alike. */
type Common<Found> = {
  prefix: 'issue' | 'mergeRequest';
  update: (
    ctx: Context,
    found: Found,
    fields: { isDiscussionLocked?: boolean; assigneeIds?: UsersInput },
  ) => Promise<unknown>;
  setSubscribed: (ctx: Context, found: Found, isSubscribed: boolean) => Promise<unknown>;
};

/** `…SetLocked`, `…SetSubscription` and `…SetAssignees`. */
export function addCommonMutations<Found>(
  builder: GraphqlBuilder,
  add: ReturnType<typeof issuableMutations<Found>>,
  { prefix, update, setSubscribed }: Common<Found>,
): void {
  add(`${prefix}SetLocked`, {
    aliases: [prefix === 'issue' ? 'updateIssueLocked' : 'updateMergeRequestLocked'],
    fields: (t) => ({ locked: t.boolean({ required: true }) }),
    change: (ctx, found, { locked }) => update(ctx, found, { isDiscussionLocked: locked }),
  });
  add(`${prefix}SetSubscription`, {
    fields: (t) => ({ subscribedState: t.boolean({ required: true }) }),
    change: (ctx, found, { subscribedState }) => setSubscribed(ctx, found, subscribedState),
  });
  add(
    `${prefix}SetAssignees`,
    usersMutation(builder, 'assigneeUsernames', (ctx, found: Found, assigneeIds) =>
      update(ctx, found, { assigneeIds }),
    ),
  );
}
