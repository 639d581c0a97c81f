import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';

const made = new WeakMap<GraphqlBuilder, ReturnType<typeof make>>();

function make(builder: GraphqlBuilder) {
  return builder.enumType('TodoStateEnum', { values: ['pending', 'done'] as const });
}

/** The one type of a schema for whether an entry waits. */
export function todoState(builder: GraphqlBuilder): ReturnType<typeof make> {
  const type = made.get(builder) ?? make(builder);
  made.set(builder, type);
  return type;
}
