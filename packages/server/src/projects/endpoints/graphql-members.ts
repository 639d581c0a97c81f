import { accessLevelName } from '@tributary/contract/core/access-levels.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { type Connection, type ConnectionArgs, pagedConnection } from '../../endpoints/graphql/connection.ts';
import { toGlobalId } from '../../endpoints/graphql/global-id.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed, INSTANCE } from '../../platform/policy/policy.ts';
import { type ProjectView, projectViewsByIds } from '../lifecycle/reads/project-views.ts';
import { loadContainer } from '../members/load-container.ts';
import type { MemberContainer, RoleRecord } from '../members/member-store.ts';
import { listMembers } from '../members/reads/list-members.ts';
import { listMemberships } from '../members/reads/list-memberships.ts';
import { type NamespaceView, namespaceViewsByIds } from '../namespaces/reads/namespace-views.ts';

type Role = {
  id: number | string;
  user: UserView;
  level: number;
  expiresAt: string | null;
  createdAt: Date;
  createdBy: UserView | null;
};
type RoleInProject = Role & { project: ProjectView | null };
type RoleInGroup = Role & { group: NamespaceView | null };

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    AccessLevel: { level: number };
    ProjectMember: RoleInProject;
    ProjectMemberConnection: Connection<RoleInProject>;
    GroupMember: RoleInGroup;
    GroupMemberConnection: Connection<RoleInGroup>;
  }
}

const LEVELS = {
  NO_ACCESS: { value: 0 },
  GUEST: { value: 10 },
  REPORTER: { value: 20 },
  DEVELOPER: { value: 30 },
  MAINTAINER: { value: 40 },
  OWNER: { value: 50 },
} as const;

function addTypes(builder: GraphqlBuilder): void {
  const level = builder.enumType('AccessLevelEnum', { values: LEVELS });
  builder.objectType('AccessLevel', {
    description: 'A role.',
    fields: (t) => ({
      stringValue: t.field({
        type: level,
        nullable: true,
        resolve: (role) => Object.values(LEVELS).find(({ value }) => value === role.level)?.value ?? null,
      }),
      integerValue: t.int({ nullable: true, resolve: (role) => role.level }),
      humanAccess: t.string({ nullable: true, resolve: (role) => accessLevelName(role.level) }),
    }),
  });
  for (const name of ['ProjectMember', 'GroupMember'] as const) {
    builder.objectType(name, {
      description: 'A user with a role.',
      fields: (t) => ({
        id: t.id({ nullable: false, resolve: (role) => toGlobalId(name, role.id) }),
        user: t.field({ type: 'User', nullable: true, resolve: (role) => role.user }),
        accessLevel: t.field({ type: 'AccessLevel', nullable: true, resolve: (role) => ({ level: role.level }) }),
        createdAt: t.field({ type: 'Time', nullable: true, resolve: (role) => role.createdAt }),
        createdBy: t.field({ type: 'User', nullable: true, resolve: (role) => role.createdBy }),
        expiresAt: t.field({
          type: 'Time',
          nullable: true,
          resolve: (role) => (role.expiresAt === null ? null : new Date(role.expiresAt)),
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
  }
  builder.objectField('ProjectMember', 'project', (t) =>
    t.field({ type: 'Project', nullable: true, resolve: (role) => role.project }),
  );
  builder.objectField('GroupMember', 'group', (t) =>
    t.field({ type: 'Group', nullable: true, resolve: (role) => role.group }),
  );
}

type Given<T> = T | null | undefined;
type Wanted = ConnectionArgs & { search?: Given<string>; relations?: Given<readonly string[]> };

const ABILITY = { project: 'read_project_members', group: 'read_group_members' } as const;

/** Null for who may not see them; without `relations` those of the place and of the groups above. */
async function membersOf<Here extends object>(
  ctx: Context,
  place: MemberContainer,
  { search, relations, ...args }: Wanted,
  here: Here,
) {
  if (!isAllowed(ctx.actor, ABILITY[place.kind], (await loadContainer(ctx, place)).policy)) return null;
  if (relations && !relations.includes('DIRECT')) throw new AppError('bad_parameter', { name: 'relations' });
  const inherited = !relations || relations.length > 1;
  return pagedConnection(args, async (request) => {
    const page = await listMembers(ctx, place, { inherited, search: search ?? undefined }, request);
    const items = page.items.map((member) => ({
      ...member,
      ...here,
      id: member.id ?? `${place.id}-${member.user.id}`,
    }));
    return { ...page, items };
  });
}

/** Where someone was given a role themselves, which they and administrators may know. */
function rolesOf<T>(
  ctx: Context,
  user: UserView,
  { type, ...args }: ConnectionArgs & { type: RoleRecord['type'] },
  inPlaces: (ids: number[]) => Promise<(id: number) => T>,
) {
  if (actorId(ctx.actor) !== user.id && !isAllowed(ctx.actor, 'read_administration', INSTANCE)) return null;
  return pagedConnection(args, async (request) => {
    const page = await listMemberships(ctx, { userId: user.id, type }, request);
    const givers = new Map(
      (
        await listUsersByIds(
          ctx,
          page.items.flatMap((row) => row.created_by_id ?? []),
        )
      ).map((each) => [each.id, each]),
    );
    const placeOf = await inPlaces(page.items.map((row) => row.id));
    const items = page.items.map((row) => ({
      id: row.member_id,
      user,
      level: row.level,
      expiresAt: row.expires_at,
      createdAt: row.created_at,
      createdBy: row.created_by_id === null ? null : (givers.get(row.created_by_id) ?? null),
      ...placeOf(row.id),
    }));
    return { ...page, items };
  });
}

/** Members of projects and groups, and the roles of a user. */
export function addMembers(builder: GraphqlBuilder): void {
  addTypes(builder);
  const page = builder.args((t) => ({ first: t.int(), after: t.string() }));
  const relationsOf = (place: 'Project' | 'Group') =>
    builder.enumType(`${place}MemberRelation`, {
      description: 'Must include DIRECT.',
      values: ['DIRECT', 'INHERITED', 'INVITED_GROUPS'] as const,
    });
  const inProject = relationsOf('Project');
  const inGroup = relationsOf('Group');
  builder.objectField('Project', 'projectMembers', (t) =>
    t.field({
      type: 'ProjectMemberConnection',
      nullable: true,
      args: { ...page, search: t.arg.string(), relations: t.arg({ type: [inProject] }) },
      resolve: (project, wanted, { ctx }) =>
        membersOf(ctx, { kind: 'project', id: project.project.id }, wanted, { project }),
    }),
  );
  builder.objectField('Group', 'groupMembers', (t) =>
    t.field({
      type: 'GroupMemberConnection',
      nullable: true,
      args: { ...page, search: t.arg.string(), relations: t.arg({ type: [inGroup] }) },
      resolve: (group, wanted, { ctx }) => membersOf(ctx, { kind: 'group', id: group.id }, wanted, { group }),
    }),
  );
  builder.interfaceFields('User', (t) => ({
    projectMemberships: t.field({
      type: 'ProjectMemberConnection',
      nullable: true,
      description: 'Visible to the user and administrators.',
      args: page,
      resolve: (user, args, { ctx }) =>
        rolesOf(ctx, user, { ...args, type: 'Project' }, async (ids) => {
          const byId = await projectViewsByIds(ctx, ids);
          return (id) => ({ project: byId.get(id) ?? null });
        }),
    }),
    groupMemberships: t.field({
      type: 'GroupMemberConnection',
      nullable: true,
      description: 'Visible to the user and administrators.',
      args: page,
      resolve: (user, args, { ctx }) =>
        rolesOf(ctx, user, { ...args, type: 'Namespace' }, async (ids) => {
          const byId = await namespaceViewsByIds(ctx, ids);
          return (id) => ({ group: byId.get(id) ?? null });
        }),
    }),
  }));
}
