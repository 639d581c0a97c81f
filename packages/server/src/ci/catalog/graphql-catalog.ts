import type { InputSpec } from '@tributary/ci-config';
import type { CatalogSort } from '@tributary/contract/ci/catalog-page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { slicePage } from '@tributary/contract/core/paging.ts';
import { encodePath, repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { type Connection, pagedConnection } from '../../endpoints/graphql/connection.ts';
import { parseNumericId, toGlobalId } from '../../endpoints/graphql/global-id.ts';
import { answerMutation } from '../../endpoints/graphql/mutation.ts';
import { orNull } from '../../endpoints/graphql/or-null.ts';
import { authorize, INSTANCE } from '../../platform/policy/policy.ts';
import { containerAvatarPath, getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import type { ReleaseRow } from '../releases/release-store.ts';
import { type CatalogResource, getCatalogResource, listCatalog, listVersions } from './catalog.ts';
import { findResource } from './catalog-store.ts';
import { type Component, inputText, listComponents } from './components.ts';
import { setCatalogResource } from './mark-resource.ts';

type Version = { row: ReleaseRow; access: ProjectAccess };
type VersionComponent = Component & { versionId: number; position: number };

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    CiCatalogResource: CatalogResource;
    CiCatalogResourceConnection: Connection<CatalogResource>;
    CiCatalogResourceVersion: Version;
    CiCatalogResourceVersionConnection: Connection<Version>;
    CiCatalogResourceComponent: VersionComponent;
    CiCatalogResourceComponentConnection: Connection<VersionComponent>;
    CiCatalogResourceComponentInput: InputSpec;
    CatalogResourcesCreatePayload: { errors: string[] };
    CatalogResourcesDestroyPayload: { errors: string[] };
  }
}

const SORTS = {
  NAME_ASC: 'name_asc',
  NAME_DESC: 'name_desc',
  LATEST_RELEASED_AT_ASC: 'latest_released_at_asc',
  LATEST_RELEASED_AT_DESC: 'latest_released_at_desc',
  STAR_COUNT_DESC: 'star_count_desc',
} as const satisfies Record<string, CatalogSort>;
type Sort = keyof typeof SORTS;

/** Rows of a page without `first`. */
const PAGE_SIZE = { pageSize: 20 };
const COMPONENTS = { pageSize: 30 };

function addComponents(builder: GraphqlBuilder): void {
  const type = builder.enumType('CiCatalogResourceComponentInputType', {
    values: ['STRING', 'NUMBER', 'BOOLEAN', 'ARRAY'] as const,
  });
  builder.objectType('CiCatalogResourceComponentInput', {
    fields: (t) => ({
      name: t.exposeString('name', { nullable: true }),
      description: t.exposeString('description', { nullable: true }),
      required: t.boolean({ nullable: true, resolve: (input) => input.default === undefined }),
      default: t.string({
        nullable: true,
        resolve: (input) => (input.default === undefined ? null : inputText(input.default)),
      }),
      regex: t.exposeString('regex', { nullable: true }),
      type: t.field({
        type,
        nullable: true,
        resolve: (input) => input.type.toUpperCase() as Uppercase<InputSpec['type']>,
      }),
    }),
  });
  builder.objectType('CiCatalogResourceComponent', {
    fields: (t) => ({
      id: t.id({
        nullable: false,
        resolve: ({ versionId, position }) =>
          toGlobalId('Ci::Catalog::Resources::Component', `${versionId}-${position}`),
      }),
      name: t.exposeString('name', { nullable: true }),
      includePath: t.exposeString('includePath', { nullable: true }),
      inputs: t.field({
        type: ['CiCatalogResourceComponentInput'],
        nullable: true,
        description: 'Null where the file of the component has mistakes.',
        resolve: ({ inputs }) => inputs,
      }),
    }),
  });
}

function addVersions(builder: GraphqlBuilder): void {
  builder.objectType('CiCatalogResourceVersion', {
    description: 'A release of a project in the CI/CD catalog.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ row }) => toGlobalId('Ci::Catalog::Resources::Version', row.id) }),
      name: t.string({ nullable: true, resolve: ({ row }) => row.tag }),
      path: t.string({
        nullable: true,
        resolve: ({ row, access }) => repositoryPaths.tree(access.project.full_path, row.tag),
      }),
      createdAt: t.field({ type: 'Time', nullable: true, resolve: ({ row }) => row.created_at }),
      releasedAt: t.field({ type: 'Time', nullable: true, resolve: ({ row }) => row.released_at }),
      author: t.field({
        type: 'User',
        nullable: true,
        resolve: async ({ row }, _args, { ctx }) =>
          row.author_id === null ? null : ((await listUsersByIds(ctx, [row.author_id]))[0] ?? null),
      }),
      components: t.field({
        type: 'CiCatalogResourceComponentConnection',
        nullable: true,
        extensions: COMPONENTS,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: async ({ row, access }, args, { ctx }) => {
          const found = await listComponents(ctx, access, row);
          const all = found.map((component, position) => ({ ...component, versionId: row.id, position }));
          return pagedConnection(args, async (request) => slicePage(all, request), COMPONENTS.pageSize);
        },
      }),
    }),
  });
}

function addResource(builder: GraphqlBuilder): void {
  builder.objectType('CiCatalogResource', {
    description: 'A project whose components are in the CI/CD catalog.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ id }) => toGlobalId('Ci::Catalog::Resource', id) }),
      name: t.string({ nullable: true, resolve: ({ access }) => access.project.name }),
      description: t.string({ nullable: true, resolve: ({ access }) => access.project.description }),
      fullPath: t.id({ nullable: true, resolve: ({ access }) => access.project.full_path }),
      webPath: t.string({ nullable: true, resolve: ({ access }) => `/${encodePath(access.project.full_path)}` }),
      icon: t.string({
        nullable: true,
        resolve: ({ access }) => containerAvatarPath('project', access.project.id, access.project.avatar_name),
      }),
      topics: t.stringList({ nullable: true, resolve: ({ access }) => access.project.topics }),
      visibilityLevel: t.string({ nullable: true, resolve: ({ access }) => access.project.visibility }),
      starCount: t.int({ nullable: false, resolve: ({ access }) => access.project.star_count }),
      latestReleasedAt: t.field({ type: 'Time', nullable: true, resolve: ({ latest }) => latest?.releasedAt ?? null }),
      versions: t.field({
        type: 'CiCatalogResourceVersionConnection',
        nullable: true,
        extensions: PAGE_SIZE,
        args: { name: t.arg.string(), first: t.arg.int(), after: t.arg.string() },
        resolve: async ({ access }, { name, ...args }, { ctx }) => {
          const rows = (await listVersions(ctx, access)).filter(({ tag }) => name == null || tag === name);
          const all = rows.map((row) => ({ row, access }));
          return pagedConnection(args, async (request) => slicePage(all, request), PAGE_SIZE.pageSize);
        },
      }),
    }),
  });
  for (const name of ['CiCatalogResource', 'CiCatalogResourceVersion', 'CiCatalogResourceComponent'] as const) {
    builder.objectType(`${name}Connection`, {
      fields: (t) => ({
        nodes: t.field({ type: [name], resolve: (connection) => connection.nodes as never }),
        count: t.int({ nullable: false, resolve: ({ count }) => count }),
        pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: ({ pageInfo }) => pageInfo }),
      }),
    });
  }
}

function addMutations(builder: GraphqlBuilder): void {
  for (const [verb, isResource] of [
    ['Create', true],
    ['Destroy', false],
  ] as const) {
    builder.objectType(`CatalogResources${verb}Payload`, {
      fields: (t) => ({ errors: t.exposeStringList('errors', { nullable: false }) }),
    });
    const input = builder.inputType(`CatalogResources${verb}Input`, {
      fields: (t) => ({ projectPath: t.id({ required: true }), clientMutationId: t.string() }),
    });
    builder.mutationField(`catalogResources${verb}`, (t) =>
      t.field({
        type: `CatalogResources${verb}Payload`,
        nullable: true,
        args: { input: t.arg({ type: input, required: true }) },
        resolve: (_root, { input: { projectPath } }, { ctx }) =>
          answerMutation({}, async () => {
            const { project } = await getProjectAccess(ctx, projectPath);
            await setCatalogResource(ctx, { projectId: project.id, isResource });
            return {};
          }),
      }),
    );
  }
}

/** The CI/CD catalog: its resources with their versions, components and inputs. */
export function addCatalog(builder: GraphqlBuilder): void {
  addComponents(builder);
  addVersions(builder);
  addResource(builder);
  addMutations(builder);
  const sortType = builder.enumType('CiCatalogResourceSort', { values: Object.keys(SORTS) as Sort[] });
  const scopeType = builder.enumType('CiCatalogResourceScope', { values: ['ALL', 'NAMESPACES'] as const });
  builder.objectField('Project', 'isCatalogResource', (t) =>
    t.boolean({
      nullable: true,
      resolve: async ({ project }, _args, { ctx }) => (await findResource(ctx.db, project.id)) !== undefined,
    }),
  );
  builder.queryFields((t) => ({
    ciCatalogResources: t.field({
      type: 'CiCatalogResourceConnection',
      nullable: true,
      extensions: PAGE_SIZE,
      args: {
        scope: t.arg({ type: scopeType, defaultValue: 'ALL' }),
        search: t.arg.string(),
        sort: t.arg({ type: sortType }),
        first: t.arg.int(),
        after: t.arg.string(),
      },
      resolve: (_root, { scope, search, sort, ...args }, { ctx }) => {
        authorize(ctx.actor, 'browse', INSTANCE);
        const filter = {
          search: search?.trim() || undefined,
          scope: scope === 'NAMESPACES' ? 'namespaces' : 'all',
          sort: SORTS[sort ?? 'LATEST_RELEASED_AT_DESC'],
        } as const;
        return pagedConnection(args, (request) => listCatalog(ctx, filter, request), PAGE_SIZE.pageSize);
      },
    }),
    ciCatalogResource: t.field({
      type: 'CiCatalogResource',
      nullable: true,
      args: { id: t.arg.id(), fullPath: t.arg.id() },
      resolve: (_root, { id, fullPath }, asked) => {
        if ((id == null) === (fullPath == null)) throw new AppError('bad_parameter', { name: 'fullPath' });
        return orNull(asked, () =>
          getCatalogResource(
            asked.ctx,
            fullPath == null ? { id: parseNumericId(String(id), 'Ci::Catalog::Resource') } : { project: fullPath },
          ),
        );
      },
    }),
  }));
}
