import {
  type ASTVisitor,
  getNamedType,
  getNullableType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
  type NamedTypeNode,
  type TypeNode,
  type ValidationContext,
  VariablesInAllowedPositionRule,
  type ValidationRule,
} from 'graphql';
import { areCompatibleIds } from './id-scalars.ts';

/**
 * The rule of the library with one addition: `$id: ID!` may be given for a `NoteID!` and the other way round, since clients
 * write either. The value is looked at when it is used, whatever its variable was called.
 */
export function idsInAllowedPosition(context: ValidationContext): ASTVisitor {
  const getRecursiveVariableUsages: ValidationContext['getRecursiveVariableUsages'] = (operation) => {
    const declared = new Map(operation.variableDefinitions?.map(({ variable, type }) => [variable.name.value, type]));
    return context.getRecursiveVariableUsages(operation).map((usage) => {
      const type = declared.get(usage.node.name.value);
      return type && usage.type ? { ...usage, type: asDeclared(context, usage.type, type) } : usage;
    });
  };
  return VariablesInAllowedPositionRule(
    Object.create(context, { getRecursiveVariableUsages: { value: getRecursiveVariableUsages } }),
  );
}

/** The rules with this one in the place of the library's. */
export function withLooseIds(rules: readonly ValidationRule[]): ValidationRule[] {
  return rules.map((rule) => (rule === VariablesInAllowedPositionRule ? idsInAllowedPosition : rule));
}

function asDeclared(context: ValidationContext, wanted: GraphQLInputType, declared: TypeNode): GraphQLInputType {
  const name = namedTypeOf(declared).name.value;
  if (!areCompatibleIds(name, getNamedType(wanted).name)) return wanted;
  const type = context.getSchema().getType(name);
  return isInputType(type) ? rewrapped(wanted, type) : wanted;
}

function namedTypeOf(type: TypeNode): NamedTypeNode {
  return type.kind === Kind.NAMED_TYPE ? type : namedTypeOf(type.type);
}

function rewrapped(type: GraphQLInputType, named: GraphQLInputType): GraphQLInputType {
  if (isNonNullType(type)) return new GraphQLNonNull(getNullableType(rewrapped(type.ofType, named)));
  return isListType(type) ? new GraphQLList(rewrapped(type.ofType, named)) : named;
}
