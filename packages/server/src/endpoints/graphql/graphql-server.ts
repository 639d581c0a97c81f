import { AppError } from '@tributary/contract/errors/app-error.ts';
import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import {
  type DocumentNode,
  getOperationAST,
  type GraphQLSchema,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  specifiedRules,
  type ValidationRule,
} from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { tokenScopes } from '../../platform/actor.ts';
import { auditImpersonation } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { translateDatabaseError } from '../../platform/db/database-errors.ts';
import { refuseInMaintenance } from '../../platform/maintenance.ts';
import { translateGitError } from '../../platform/git-errors.ts';
import { statusOf } from '../http/error-status.ts';
import { createBuilder, type ExtendSchema, type GraphqlContext } from './builder.ts';
import { addQueryComplexity, costLimitOf } from './query-complexity.ts';
import { spendCost } from './query-cost.ts';
import { withLooseIds } from './id-variables.ts';
import { addSharedFields } from './shared-fields.ts';

const MAX_TOKENS = 2_000;
const MAX_DEPTH = 20;
const MAX_ALIASES = 30;
const MAX_DIRECTIVES = 50;
const MAX_NESTING = 100;
const MAX_CHARACTERS = 10_000;
const TIMEOUT_MS = 10_000;
export const MAX_BATCH = 10;

/** The whole schema; each slice adds its part in the order of the ladder. */
export function buildSchema(extensions: readonly ExtendSchema[]): GraphQLSchema {
  const builder = createBuilder();
  for (const extend of extensions) extend(builder);
  addQueryComplexity(builder);
  addSharedFields(builder);
  return builder.toSchema();
}

/** A document that holds a mutation counts as one, whichever of its operations is named to run. */
function operationOf(definitions: readonly { kind: string }[]): OperationDefinitionNode['operation'] | undefined {
  const operations = definitions
    .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
    .map((node) => (node as OperationDefinitionNode).operation);
  return operations.includes(OperationTypeNode.MUTATION) ? OperationTypeNode.MUTATION : operations[0];
}

/** A token that may only read can neither change nor do anything by another name. */
function refuseByScope(ctx: Context, operation: string | undefined): void {
  const scopes = tokenScopes(ctx.actor);
  if (!scopes) return;
  const isEnough = scopes.includes('api') || (operation !== 'mutation' && scopes.includes('read_api'));
  if (!isEnough) throw toGraphqlError(new AppError('insufficient_scope'));
}

function toGraphqlError(error: AppError): GraphQLError {
  return new GraphQLError(error.message, { extensions: { code: error.code, status: statusOf(error) } });
}

/** Expected failures keep their sentence; anything else is logged and told generically. */
function maskError(ctx: Context | undefined, error: unknown): GraphQLError {
  const original = error instanceof GraphQLError ? error.originalError : error;
  // Without a cause, or caused by a value that a scalar refused: the sentence is for who sent it.
  if (error instanceof GraphQLError && (!original || (original instanceof GraphQLError && !original.originalError)))
    return error;
  const failure = translateGitError(translateDatabaseError(original));
  if (failure instanceof AppError) {
    const masked = toGraphqlError(failure);
    return new GraphQLError(masked.message, {
      extensions: masked.extensions,
      ...(error instanceof GraphQLError && { nodes: error.nodes ?? null, path: error.path ?? null }),
    });
  }
  ctx?.log.error({ err: failure, requestId: ctx.requestId }, 'graphql failed');
  return new GraphQLError('Internal server error', { extensions: { requestId: ctx?.requestId } });
}

/** Brackets inside each other, before the parser, the validator and the printer of errors walk them by recursion. */
function refuseNesting(query: string): void {
  let depth = 0;
  for (const character of query.replaceAll(/"(?:\\.|[^"\\\n])*"|#.*/g, '')) {
    if (character === '{' || character === '[' || character === '(') depth += 1;
    else if (character === '}' || character === ']' || character === ')') depth -= 1;
    if (depth > MAX_NESTING) throw new GraphQLError(`Query is nested deeper than ${MAX_NESTING} levels`);
  }
}

/** What Yoga hands to plugins: our context with the request's parameters beside it. */
type ValidationContextValue = GraphqlContext & { params?: { variables?: Record<string, unknown> } };

/** Names of the mutations that an operation runs; those in fragments are named by the fragment. */
function fieldsOf({ selectionSet }: OperationDefinitionNode): string[] {
  return selectionSet.selections.map((each) => ('name' in each ? each.name.value : '…'));
}

function limitsPlugin(): Plugin<GraphqlContext> {
  return {
    onParams({ params }) {
      if ((params.query?.length ?? 0) > MAX_CHARACTERS) throw new GraphQLError('Query too large');
    },
    onParse({ params: { source } }) {
      refuseNesting(typeof source === 'string' ? source : source.body);
    },
    onValidate({ setValidationFn, validateFn, params, context }) {
      setValidationFn(
        (schema: GraphQLSchema, document: DocumentNode, rules?: readonly ValidationRule[], ...rest: unknown[]) =>
          validateFn(schema, document, withLooseIds(rules ?? specifiedRules), ...rest),
      );
      const { ctx, cost, params: request } = context as ValidationContextValue;
      refuseByScope(ctx, operationOf(params.documentAST.definitions));
      // Not a rule: what rules say of a document is kept for the next who sends it, with other variables or rights.
      return ({ valid, setResult }) => {
        if (!valid) return;
        const limit = costLimitOf(ctx);
        const variables = request?.variables ?? {};
        const asked = { document: params.documentAST, schema: params.schema, limit, variables };
        const refusal = spendCost(cost ?? { spent: 0 }, asked);
        if (refusal) setResult([refusal]);
      };
    },
    onExecute({ executeFn, setExecuteFn }) {
      setExecuteFn(async (args) => {
        const operation = getOperationAST(args.document, args.operationName);
        if (operation?.operation === OperationTypeNode.MUTATION) {
          const { ctx } = args.contextValue as GraphqlContext;
          await refuseInMaintenance(ctx);
          await auditImpersonation(ctx, { method: 'mutation', path: fieldsOf(operation).join(', ') });
        }
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise((_resolve, reject) => {
          timer = setTimeout(() => reject(new GraphQLError('Timeout')), TIMEOUT_MS);
        });
        try {
          const result = await Promise.race([executeFn(args), late]);
          noteUnseen(args.contextValue as GraphqlContext, result);
          return result;
        } finally {
          clearTimeout(timer);
        }
      });
    },
  };
}

/** An error that says of something that it is not there is as telling as a null. */
function noteUnseen({ unseen }: GraphqlContext, result: { errors?: readonly GraphQLError[] } | AsyncIterable<unknown>) {
  if (!unseen || !('errors' in result)) return;
  const isUnseen = ({ originalError: cause }: GraphQLError) => cause instanceof AppError && cause.kind === 'not_found';
  unseen.isAnswered ||= result.errors?.some(isUnseen) ?? false;
}

export type GraphqlServer = YogaServerInstance<GraphqlContext, object>;

export function createGraphqlServer(schema: GraphQLSchema): GraphqlServer {
  const armor = EnvelopArmorPlugin({
    maxTokens: { n: MAX_TOKENS },
    maxDepth: { n: MAX_DEPTH, ignoreIntrospection: true },
    maxAliases: { n: MAX_ALIASES },
    maxDirectives: { n: MAX_DIRECTIVES },
    blockFieldSuggestion: { enabled: false },
    costLimit: { enabled: false },
  });
  return createYoga<GraphqlContext>({
    schema,
    graphqlEndpoint: '/api/graphql',
    graphiql: false,
    landingPage: false,
    logging: false,
    batching: { limit: MAX_BATCH },
    cors: false,
    maskedErrors: { maskError: (error) => maskError(undefined, error) },
    plugins: [armor, limitsPlugin()],
  });
}
