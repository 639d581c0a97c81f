import type { UserStatusView } from '@tributary/contract/accounts/user-view.ts';
import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { statusForReader } from '../reads/user-status.ts';

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    UserStatus: UserStatusView;
  }
}

/** `User.status`: what a user says of themselves, by the same right as over REST. */
export function addStatus(builder: GraphqlBuilder): void {
  const availability = builder.enumType('AvailabilityEnum', {
    values: { NOT_SET: { value: 'not_set' }, BUSY: { value: 'busy' } } as const,
  });
  builder.objectType('UserStatus', {
    fields: (t) => ({
      emoji: t.exposeString('emoji', { nullable: true, description: 'Emoji name, without colons.' }),
      availability: t.field({ type: availability, nullable: false, resolve: (status) => status.availability }),
      message: t.string({ nullable: true, resolve: ({ message }) => (message === '' ? null : message) }),
      messageHtml: t.exposeString('messageHtml', { nullable: true }),
      clearStatusAt: t.field({
        type: 'Time',
        nullable: true,
        resolve: ({ clearAt }) => (clearAt === null ? null : new Date(clearAt)),
      }),
    }),
  });
  builder.interfaceField('User', 'status', (t) =>
    t.field({
      type: 'UserStatus',
      nullable: true,
      description: 'Null if no status is set or you cannot see the profile.',
      resolve: (user, _args, { ctx }) => statusForReader(ctx, user.id),
    }),
  );
}
