import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { MAX_CONNECTION } from './connection.ts';

/** A list of 25 counts its children once more: wide pages cost more, but not as much as their length. */
const ROWS_PER_UNIT = 25;

type Walk = {
  fragments: Map<string, FragmentDefinitionNode>;
  variables: Record<string, unknown>;
  limit: number;
  schema: GraphQLSchema;
};
type Parent = GraphQLNamedType | null | undefined;

/** A connection that gives fewer rows than others says so: in `extensions`, as its resolver does. */
type Extensions = { pageSize?: number };

function fieldOf(parent: Parent, name: string): { type: Parent; pageSize: number } {
  const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
  const { pageSize = MAX_CONNECTION }: Extensions = field?.extensions ?? {};
  return { type: field && getNamedType(field.type), pageSize };
}

function rowsOf(field: FieldNode, variables: Record<string, unknown>, pageSize: number): number {
  for (const argument of field.arguments ?? []) {
    if (argument.name.value !== 'first' && argument.name.value !== 'last') continue;
    if (argument.value.kind === Kind.INT) return Number(argument.value.value);
    if (argument.value.kind === Kind.VARIABLE) return Number(variables[argument.value.name.value] ?? pageSize);
  }
  const asksForRows = field.selectionSet?.selections.some(
    (child) => child.kind === Kind.FIELD && (child.name.value === 'nodes' || child.name.value === 'edges'),
  );
  return asksForRows ? pageSize : 0;
}

/** Stops as soon as the limit is passed, so a fan-out of fragments cannot make the counting itself expensive. */
function costOf(selections: SelectionSetNode, parent: Parent, walk: Walk, active: ReadonlySet<string>): number {
  let total = 0;
  for (const selection of selections.selections) {
    if (total > walk.limit) return total;
    if (selection.kind === Kind.FIELD) {
      const { type, pageSize } = fieldOf(parent, selection.name.value);
      const children = selection.selectionSet ? costOf(selection.selectionSet, type, walk, active) : 0;
      // More are not given, however many are asked for.
      const given = Math.min(Math.max(rowsOf(selection, walk.variables, pageSize), 0), MAX_CONNECTION);
      total += 1 + children * (1 + given / ROWS_PER_UNIT);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      const type = selection.typeCondition ? walk.schema.getType(selection.typeCondition.name.value) : parent;
      total += costOf(selection.selectionSet, type, walk, active);
    } else {
      const name = selection.name.value;
      const fragment = walk.fragments.get(name);
      if (!fragment || active.has(name)) continue;
      const type = walk.schema.getType(fragment.typeCondition.name.value);
      total += costOf(fragment.selectionSet, type, walk, new Set([...active, name]));
    }
  }
  return total;
}

/** What one operation costs, as it is counted against the limit. */
export function costOfOperation(
  operation: OperationDefinitionNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
  variables: Record<string, unknown>,
  schema: GraphQLSchema,
): number {
  const walk = { fragments: new Map(Object.entries(fragments)), variables, limit: Number.MAX_SAFE_INTEGER, schema };
  return Math.ceil(costOf(operation.selectionSet, schema.getRootType(operation.operation), walk, new Set()));
}

type Limits = { limit: number; variables: Record<string, unknown>; schema: GraphQLSchema };

/** What the dearest operation of a document costs, counting the sizes of the lists it asks for; not exact above `limit`. */
export function queryCost(document: DocumentNode, limits: Limits): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const costs = document.definitions.map((node) =>
    node.kind === Kind.OPERATION_DEFINITION
      ? costOf(node.selectionSet, limits.schema.getRootType(node.operation), { fragments, ...limits }, new Set())
      : 0,
  );
  return Math.max(0, ...costs);
}

/** What the documents of one request may cost together. */
export type CostBudget = { spent: number };

/** Counts the document in; the error says that all so far are too dear. */
export function spendCost(
  budget: CostBudget,
  { document, ...limits }: Limits & { document: DocumentNode },
): GraphQLError | undefined {
  budget.spent += queryCost(document, limits);
  if (budget.spent <= limits.limit) return undefined;
  return new GraphQLError(
    `Query has complexity of ${Math.ceil(budget.spent)}, which exceeds max complexity of ${limits.limit}`,
  );
}
