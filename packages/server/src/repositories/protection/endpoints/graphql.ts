import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { type Connection, pagedConnection, sliceConnection } from '../../../endpoints/graphql/connection.ts';
import { toGlobalId } from '../../../endpoints/graphql/global-id.ts';
import { inOneGo } from '../../../endpoints/graphql/in-one-go.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { branchNames } from '../../reads/ref-lists.ts';
import { listProtectedBranches, type NamedRule } from '../reads/protected-branches.ts';
import { matchRefName } from '../rules/match-ref-name.ts';
import type { AccessEntry } from '../rules/protection-rule.ts';

type BranchRule = NamedRule & { access: ProjectAccess };
type Entry = { entry: AccessEntry; text: string };

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    BranchRule: BranchRule;
    BranchRuleConnection: Connection<BranchRule>;
    BranchProtection: BranchRule;
    PushAccessLevel: Entry;
    PushAccessLevelConnection: Connection<Entry>;
    MergeAccessLevel: Entry;
    MergeAccessLevelConnection: Connection<Entry>;
  }
}

const KINDS = { PushAccessLevel: 'push', MergeAccessLevel: 'merge' } as const;

const namedUser = inOneGo<number, UserView | null>(async (ctx, ids) => {
  const users = new Map((await listUsersByIds(ctx, ids)).map((user) => [user.id, user]));
  return ids.map((id) => users.get(id) ?? null);
});

function addEntries(builder: GraphqlBuilder): void {
  builder.objectType('BranchProtection', {
    fields: (t) => ({
      allowForcePush: t.boolean({ nullable: false, resolve: ({ rule }) => rule.allowForcePush }),
      codeOwnerApprovalRequired: t.boolean({ nullable: false, resolve: ({ rule }) => rule.needsCodeOwners }),
    }),
  });
  for (const [name, kind] of Object.entries(KINDS) as ['PushAccessLevel' | 'MergeAccessLevel', 'push' | 'merge'][]) {
    builder.objectType(name, {
      description: 'An access level: a minimum role, or a specific user or group.',
      fields: (t) => ({
        accessLevel: t.int({ nullable: true, resolve: ({ entry }) => entry.level }),
        accessLevelDescription: t.string({ nullable: false, resolve: ({ text }) => text }),
        user: t.field({
          type: 'User',
          nullable: true,
          resolve: ({ entry }, _args, { ctx }) => (entry.userId === null ? null : namedUser(ctx, entry.userId)),
        }),
      }),
    });
    builder.objectType(`${name}Connection`, {
      fields: (t) => ({
        nodes: t.field({ type: [name], resolve: (connection) => connection.nodes }),
        count: t.exposeInt('count', { nullable: false }),
        pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
      }),
    });
    builder.objectField('BranchProtection', `${kind}AccessLevels`, (t) =>
      t.field({
        type: `${name}Connection`,
        nullable: true,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: ({ rule, nameOf }, args) =>
          sliceConnection(
            rule[kind].map((entry) => ({ entry, text: nameOf(entry) })),
            args,
          ),
      }),
    );
  }
}

/** `Project.branchRules`: how branches are protected, for those who see the settings. */
export function extendWithProtection(builder: GraphqlBuilder): void {
  addEntries(builder);
  builder.objectType('BranchRule', {
    description: 'A protected branch or wildcard pattern.',
    fields: (t) => ({
      id: t.id({ nullable: true, resolve: ({ rule }) => toGlobalId('Projects::BranchRule', rule.id) }),
      name: t.string({ nullable: false, resolve: ({ rule }) => rule.name }),
      isDefault: t.boolean({
        nullable: false,
        resolve: ({ rule, access }) => rule.name === access.project.default_branch,
      }),
      isProtected: t.boolean({ nullable: false, resolve: () => true }),
      matchingBranchesCount: t.int({
        nullable: false,
        resolve: async ({ rule, access }, _args, { ctx }) =>
          (await branchNames(ctx, access)).filter((branch) => matchRefName(rule.name, branch)).length,
      }),
      branchProtection: t.field({ type: 'BranchProtection', nullable: true, resolve: (rule) => rule }),
    }),
  });
  builder.objectType('BranchRuleConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['BranchRule'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
  builder.objectField('Project', 'branchRules', (t) =>
    t.field({
      type: 'BranchRuleConnection',
      nullable: true,
      description: 'Visible to users who can see the settings.',
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: async ({ project }, args, { ctx }) => {
        const access = await getProjectAccess(ctx, project.id);
        if (!isAllowed(ctx.actor, 'read_project_settings', access.policy)) return null;
        return pagedConnection(args, async (request) => {
          const page = await listProtectedBranches(ctx, access, { ...request, search: undefined });
          return { ...page, items: page.items.map((named) => ({ ...named, access })) };
        });
      },
    }),
  );
}
