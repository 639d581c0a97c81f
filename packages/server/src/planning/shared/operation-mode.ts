import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import type { UsersInput } from './users-input.ts';

export type OperationMode = 'REPLACE' | 'APPEND' | 'REMOVE';

const made = new WeakMap<GraphqlBuilder, ReturnType<typeof make>>();

function make(builder: GraphqlBuilder) {
  return builder.enumType('MutationOperationMode', {
    description: 'Defaults to REPLACE.',
    values: ['REPLACE', 'APPEND', 'REMOVE'] as const,
  });
}

/** The one type of a schema that says what a given list does to the one that is there. */
export function operationMode(builder: GraphqlBuilder): ReturnType<typeof make> {
  const type = made.get(builder) ?? make(builder);
  made.set(builder, type);
  return type;
}

/** What a list that is given says of the one that is there. */
export function usersInput(given: number[], mode: OperationMode): UsersInput {
  if (mode === 'REPLACE') return given;
  return mode === 'APPEND' ? { add: given, remove: [] } : { add: [], remove: given };
}
