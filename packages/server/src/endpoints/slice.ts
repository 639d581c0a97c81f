import type { LoadExtension } from './graphql/bind-graphql.ts';
import type { Route } from './http/define-route.ts';
import type { Page, RouteScope, ScopedRoute } from './pages/define-page.ts';
import type { FastifyInstance } from 'fastify';
import type { RequestContexts } from './http/request-context.ts';
import type { Platform } from '../platform/context.ts';
import type { Extensions } from '../platform/extensions.ts';

/** The endpoints of a slice. */
export type SliceEndpoints = {
  rest?: readonly Route[];
  pages?: readonly Page[];
  placeRoutes?: readonly ScopedRoute[];
  places?: readonly RouteScope[];
  /** First parts of instance addresses this slice owns (`users`, `admin`); reserved as names. */
  instanceRoots?: readonly string[];
  /** GraphQL types and fields; loaded at the first GraphQL request. */
  graphql?: LoadExtension;
  /** For protocols that need the server itself (git over HTTP, GraphQL). */
  bind?: (server: FastifyInstance, tools: { contexts: RequestContexts; platform: Platform }) => void | Promise<void>;
};

/** The manifest of a slice, exported by its slice.ts: everything that `app` composes. */
export type Slice = {
  endpoints: SliceEndpoints;
  /** What it adds to the slices to its left and to the platform; nothing is added by loading a file. */
  extensions: Extensions;
};
