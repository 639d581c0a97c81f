import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { MAX_CONNECTION } from './connection.ts';

/** A list of 25 counts its children once more: wide pages cost more, but not as much as their length. */
const ROWS_PER_UNIT = 25;

type Walk = { fragments: Map<string, FragmentDefinitionNode>; variables: Record<string, unknown>; limit: number };

function pageSize(field: FieldNode, variables: Record<string, unknown>): number | undefined {
  for (const argument of field.arguments ?? []) {
    if (argument.name.value !== 'first' && argument.name.value !== 'last') continue;
    if (argument.value.kind === Kind.INT) return Number(argument.value.value);
    if (argument.value.kind === Kind.VARIABLE) return Number(variables[argument.value.name.value] ?? MAX_CONNECTION);
  }
  const asksForRows = field.selectionSet?.selections.some(
    (child) => child.kind === Kind.FIELD && (child.name.value === 'nodes' || child.name.value === 'edges'),
  );
  return asksForRows ? MAX_CONNECTION : undefined;
}

/** Stops as soon as the limit is passed, so a fan-out of fragments cannot make the counting itself expensive. */
function costOf(selections: SelectionSetNode, walk: Walk, active: ReadonlySet<string>): number {
  let total = 0;
  for (const selection of selections.selections) {
    if (total > walk.limit) return total;
    if (selection.kind === Kind.FIELD) {
      const children = selection.selectionSet ? costOf(selection.selectionSet, walk, active) : 0;
      const rows = pageSize(selection, walk.variables);
      // More are not given, however many are asked for.
      const given = Math.min(Math.max(rows ?? 0, 0), MAX_CONNECTION);
      total += 1 + children * (1 + given / ROWS_PER_UNIT);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      total += costOf(selection.selectionSet, walk, active);
    } else {
      const name = selection.name.value;
      const fragment = walk.fragments.get(name);
      if (fragment && !active.has(name)) total += costOf(fragment.selectionSet, walk, new Set([...active, name]));
    }
  }
  return total;
}

/** What one operation costs, as it is counted against the limit. */
export function costOfOperation(
  operation: OperationDefinitionNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
  variables: Record<string, unknown>,
): number {
  const walk = { fragments: new Map(Object.entries(fragments)), variables, limit: Number.MAX_SAFE_INTEGER };
  return Math.ceil(costOf(operation.selectionSet, walk, new Set()));
}

/** What the dearest operation of a document costs, counting the sizes of the lists it asks for; not exact above `limit`. */
export function queryCost(document: DocumentNode, limit: number, variables: Record<string, unknown>): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const costs = document.definitions.map((node) =>
    node.kind === Kind.OPERATION_DEFINITION ? costOf(node.selectionSet, { fragments, variables, limit }, new Set()) : 0,
  );
  return Math.max(0, ...costs);
}

/** What the documents of one request may cost together. */
export type CostBudget = { spent: number };

/** Counts the document in; the error says that all so far are too dear. */
export function spendCost(
  budget: CostBudget,
  { document, limit, variables }: { document: DocumentNode; limit: number; variables: Record<string, unknown> },
): GraphQLError | undefined {
  budget.spent += queryCost(document, limit, variables);
  if (budget.spent <= limit) return undefined;
  return new GraphQLError(
    `Query has complexity of ${Math.ceil(budget.spent)}, which exceeds max complexity of ${limit}`,
  );
}
