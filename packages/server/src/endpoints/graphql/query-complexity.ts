import type { Context } from '../../platform/context.ts';
import type { GraphqlBuilder } from './builder.ts';
import { costOfOperation } from './query-cost.ts';

const COST_ANONYMOUS = 250;
/** Editors ask for all threads of a merge request with their notes and who reacted at once, which is some 2,000. */
const COST_SIGNED_IN = 2_500;

/** Maximum complexity of an operation. */
export function costLimitOf({ actor }: Pick<Context, 'actor'>): number {
  return actor.kind === 'anonymous' ? COST_ANONYMOUS : COST_SIGNED_IN;
}

/** `queryComplexity`: what the operation costs that asks for it. */
export function addQueryComplexity(builder: GraphqlBuilder): void {
  const type = builder.objectRef<{ limit: number; score: number }>('QueryComplexity').implement({
    fields: (t) => ({
      limit: t.exposeInt('limit', { nullable: true, description: 'Maximum complexity of an operation.' }),
      score: t.exposeInt('score', { nullable: true, description: 'Complexity of this operation.' }),
    }),
  });
  builder.queryField('queryComplexity', (t) =>
    t.field({
      type,
      nullable: true,
      resolve: (_root, _args, { ctx }, { operation, fragments, variableValues, schema }) => ({
        limit: costLimitOf(ctx),
        score: costOfOperation(operation, fragments, variableValues, schema),
      }),
    }),
  );
}
