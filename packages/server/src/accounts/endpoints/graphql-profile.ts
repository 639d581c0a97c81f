import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { type Connection, sliceConnection } from '../../endpoints/graphql/connection.ts';
import { toGlobalId } from '../../endpoints/graphql/global-id.ts';
import { inOneGo } from '../../endpoints/graphql/in-one-go.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { INSTANCE, isAllowed } from '../../platform/policy/policy.ts';
import { listUserDetails } from '../reads/list-user-details.ts';
import { emailsOf } from '../reads/user-emails.ts';
import type { UserDetails } from '../reads/user-details.ts';
import { isProfileHidden } from '../reads/user-limits.ts';

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    Email: Address;
    EmailConnection: Connection<Address>;
    UserPermissions: UserView;
  }
}

type Address = { id: string; email: string; confirmedAt: Date | null; createdAt: Date; updatedAt: Date };

/** The first address, which goes by the id of its user, and the further ones; the caller has asked for the right. */
async function addressesOf(
  ctx: Context,
  { view, email, confirmedAt, createdAt, updatedAt }: UserDetails,
): Promise<Address[]> {
  const further = await emailsOf(ctx, view.id);
  return [
    { id: toGlobalId('User', view.id), email, confirmedAt, createdAt, updatedAt },
    ...further.map((row) => ({
      id: toGlobalId('Email', row.id),
      email: row.email,
      confirmedAt: row.confirmed_at,
      createdAt: row.created_at,
      updatedAt: row.confirmed_at ?? row.created_at,
    })),
  ];
}

const detailsOf = inOneGo<number, UserDetails | undefined>(async (ctx, ids) => {
  const found = await listUserDetails(ctx, ids);
  return ids.map((id) => found.get(id));
});

/** What everyone who may see the profile knows; null of one that is hidden. */
async function profileOf(ctx: Context, user: UserView): Promise<UserDetails | null> {
  const details = await detailsOf(ctx, user.id);
  return details && !isProfileHidden(ctx.actor, details) ? details : null;
}

/** What the user and administrators know. */
async function privateOf(ctx: Context, user: UserView): Promise<UserDetails | null> {
  const isOwn = actorId(ctx.actor) === user.id && isAllowed(ctx.actor, 'use_account', INSTANCE);
  if (!isOwn && !isAllowed(ctx.actor, 'read_administration', INSTANCE)) return null;
  return (await detailsOf(ctx, user.id)) ?? null;
}

const PROFILE = {
  bio: 'bio',
  location: 'location',
  organization: 'organization',
  jobTitle: 'job_title',
  pronouns: 'pronouns',
} as const satisfies Record<string, keyof UserDetails['profile']>;

/** Accounts elsewhere, which nobody can name here. */
const ELSEWHERE = ['discord', 'linkedin', 'twitter', 'github'] as const;

function addTypes(builder: GraphqlBuilder): void {
  builder.objectType('Email', {
    description: 'An email address of a user.',
    fields: (t) => ({
      id: t.exposeID('id', { nullable: false }),
      email: t.exposeString('email', { nullable: false }),
      confirmedAt: t.field({ type: 'Time', nullable: true, resolve: ({ confirmedAt }) => confirmedAt }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: ({ createdAt }) => createdAt }),
      updatedAt: t.field({ type: 'Time', nullable: false, resolve: ({ updatedAt }) => updatedAt }),
    }),
  });
  builder.objectType('EmailConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['Email'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
  builder.objectType('UserPermissions', {
    fields: (t) => ({
      createSnippet: t.boolean({
        nullable: false,
        description: 'Always false. Snippets are not available.',
        resolve: () => false,
      }),
    }),
  });
}

/** What someone is and says of themselves, each part for those who may know it by REST. */
export function addProfile(builder: GraphqlBuilder): void {
  addTypes(builder);
  const type = builder.enumType('UserType', {
    values: {
      HUMAN: { value: 'human' },
      PROJECT_BOT: { value: 'project_bot' },
      GHOST: { value: 'ghost' },
    } as const,
  });
  builder.interfaceFields('User', (t) => ({
    active: t.boolean({ nullable: true, resolve: ({ state }) => state === 'active' }),
    bot: t.boolean({ nullable: false, resolve: ({ isBot }) => isBot }),
    human: t.boolean({ nullable: true, resolve: ({ kind }) => kind === 'human' }),
    type: t.field({ type, nullable: false, resolve: ({ kind }) => kind }),
    userPermissions: t.field({ type: 'UserPermissions', nullable: false, resolve: (user) => user }),
    email: t.string({
      nullable: true,
      deprecationReason: 'Use publicEmail.',
      resolve: ({ publicEmail }) => publicEmail,
    }),
    emails: t.field({
      type: 'EmailConnection',
      nullable: true,
      description: 'Visible to the user and administrators.',
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: async (user, args, { ctx }) => {
        const found = await privateOf(ctx, user);
        return found && sliceConnection(await addressesOf(ctx, found), args);
      },
    }),
    commitEmail: t.string({
      nullable: true,
      description: 'Visible to the user and administrators.',
      resolve: async (user, _args, { ctx }) => (await privateOf(ctx, user))?.email ?? null,
    }),
    lastActivityOn: t.field({
      type: 'Date',
      nullable: true,
      description: 'Visible to the user and administrators.',
      resolve: async (user, _args, { ctx }) => (await privateOf(ctx, user))?.lastActivityOn ?? null,
    }),
    createdAt: t.field({
      type: 'Time',
      nullable: true,
      resolve: async (user, _args, { ctx }) => (await profileOf(ctx, user))?.createdAt ?? null,
    }),
  }));
  for (const [name, column] of Object.entries(PROFILE)) {
    builder.interfaceField('User', name, (t) =>
      t.string({
        nullable: true,
        resolve: async (user, _args, { ctx }) => (await profileOf(ctx, user))?.profile[column] ?? null,
      }),
    );
  }
  for (const name of ELSEWHERE) {
    builder.interfaceField('User', name, (t) => t.string({ nullable: true, resolve: () => null }));
  }
}
