import { isoMoment } from '@tributary/git';
import { GraphQLError } from 'graphql';
import SchemaBuilder, { type ParentShape } from '@pothos/core';
import type { Context } from '../../platform/context.ts';
import { addIdScalars, type IdScalar } from './id-scalars.ts';
import type { CostBudget } from './query-cost.ts';

/** Output objects by name. Each slice adds its own by declaration merging beside its GraphQL endpoint. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface GraphqlObjects {}

/** Interfaces by name, and what stands behind each. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface GraphqlInterfaces {}

export type GraphqlContext = {
  ctx: Context;
  /** The client's own key for what the request makes, as in REST. */
  idempotencyKey?: string;
  /** What the answer to one request says to not be there, or hidden. */
  unseen?: { isAnswered: boolean };
  /** Shared by all documents of one HTTP request. */
  cost?: CostBudget;
};

export type GraphqlTypes = {
  Context: GraphqlContext;
  Objects: GraphqlObjects & { PageInfo: PageInfo };
  Interfaces: GraphqlInterfaces;
  Scalars: {
    ID: { Input: string; Output: string };
    Time: { Input: Date; Output: Date };
    Date: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
    BigInt: { Input: number; Output: number };
  } & Record<IdScalar, { Input: string; Output: string }>;
  DefaultFieldNullability: true;
};

export type PageInfo = {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor: string | null;
  endCursor: string | null;
};

export type GraphqlBuilder = PothosSchemaTypes.SchemaBuilder<PothosSchemaTypes.ExtendDefaultTypes<GraphqlTypes>>;

/** What resolvers of an object's fields are given. */
export type ParentOf<Name extends keyof GraphqlObjects> = ParentShape<
  PothosSchemaTypes.ExtendDefaultTypes<GraphqlTypes>,
  Name
>;

/** Types for functions that take the fields of an input. */
export type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
export type InputFieldBuilder = PothosSchemaTypes.InputFieldBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<GraphqlTypes>,
  'InputObject'
>;

/** What a slice's GraphQL endpoint exports: it adds its types, queries and mutations to the one schema. */
export type ExtendSchema = (builder: GraphqlBuilder) => void;

function parseTime(value: unknown): Date {
  const time = new Date(String(value));
  if (Number.isNaN(time.getTime())) throw new GraphQLError('Not a valid date and time.');
  return time;
}

/** A builder with the scalars and roots that every slice shares. */
export function createBuilder(): GraphqlBuilder {
  const builder = new SchemaBuilder<GraphqlTypes>({});
  builder.queryType({ description: 'All available queries.' });
  builder.mutationType({ description: 'All available mutations. Each payload has an `errors` field.' });
  builder.subscriptionType({ description: 'Real-time updates.' });
  builder.scalarType('Time', {
    description: 'A date and time in ISO 8601 format, in UTC.',
    serialize: isoMoment,
    parseValue: parseTime,
  });
  builder.scalarType('Date', { description: '`YYYY-MM-DD`.', serialize: (value) => value, parseValue: String });
  builder.scalarType('JSON', {
    description: 'Any JSON value.',
    serialize: (value) => value,
    parseValue: (value) => value,
  });
  builder.scalarType('BigInt', {
    description: 'An integer larger than 32 bits.',
    serialize: String,
    parseValue: Number,
  });
  addIdScalars(builder as GraphqlBuilder);
  builder.objectType('PageInfo', {
    fields: (t) => ({
      hasNextPage: t.exposeBoolean('hasNextPage', { nullable: false }),
      hasPreviousPage: t.exposeBoolean('hasPreviousPage', { nullable: false }),
      startCursor: t.exposeString('startCursor', { nullable: true }),
      endCursor: t.exposeString('endCursor', { nullable: true }),
    }),
  });
  return builder as GraphqlBuilder;
}
