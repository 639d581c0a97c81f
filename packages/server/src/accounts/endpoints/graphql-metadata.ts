import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { actorId } from '../../platform/actor.ts';
import { findUser } from '../reads/find-users.ts';
import { API_VERSION } from '../rules/api-version.ts';
import { revisionOf } from '../rules/revision.ts';

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    Metadata: { version: string };
    Kas: { isEnabled: boolean };
    MetadataFeatureFlag: { name: string };
  }
}

/** `metadata` and `echo`: what the server is. */
export function addMetadata(builder: GraphqlBuilder): void {
  builder.objectType('Kas', {
    description: 'The agent server for Kubernetes. Not available.',
    fields: (t) => ({
      enabled: t.boolean({ nullable: false, resolve: ({ isEnabled }) => isEnabled }),
      version: t.string({ nullable: true, resolve: () => null }),
      externalUrl: t.string({ nullable: true, resolve: () => null }),
      externalK8sProxyUrl: t.string({ nullable: true, resolve: () => null }),
    }),
  });
  builder.objectType('MetadataFeatureFlag', {
    description: 'A switch of the server. There are none, so all are off.',
    fields: (t) => ({
      name: t.exposeString('name', { nullable: false }),
      enabled: t.boolean({ nullable: false, resolve: () => false }),
    }),
  });
  builder.objectType('Metadata', {
    fields: (t) => ({
      version: t.string({ nullable: false, resolve: () => API_VERSION }),
      revision: t.string({ nullable: false, resolve: ({ version }) => revisionOf(version) }),
      enterprise: t.boolean({ nullable: false, resolve: () => false }),
      featureFlags: t.field({
        type: ['MetadataFeatureFlag'],
        nullable: false,
        args: { names: t.arg({ type: ['String'], required: true }) },
        resolve: (_metadata, { names }) => [...new Set(names)].map((name) => ({ name })),
      }),
      kas: t.field({ type: 'Kas', nullable: false, resolve: () => ({ isEnabled: false }) }),
    }),
  });
  builder.queryFields((t) => ({
    metadata: t.field({
      type: 'Metadata',
      nullable: true,
      resolve: (_root, _args, { ctx }) => ({ version: ctx.config.version }),
    }),
    echo: t.string({
      nullable: false,
      description: 'Returns the text with your username, to test the API.',
      args: { text: t.arg.string({ required: true }) },
      resolve: async (_root, { text }, { ctx }) => {
        const id = actorId(ctx.actor);
        const user = id === undefined ? undefined : await findUser(ctx, id);
        return `${user ? JSON.stringify(user.username) : 'nil'} says: ${text}`;
      },
    }),
  }));
}
