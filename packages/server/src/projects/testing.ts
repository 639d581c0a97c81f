import { createTestRepository, type TestFileContent, type TestRepository } from '@tributary/git/testing';
import type { MemberLevel, Visibility } from '@tributary/contract/core/access-levels.ts';
import type { TestApp } from '../../testing/test-app.ts';
import {
  addGroupLinkRow,
  addMemberRow,
  addNamespaceRow,
  addProjectRow,
  findPersonalNamespaceRow,
  type NamespaceRow,
  type ProjectColumns,
  type ProjectRow,
} from './testing-store.ts';

export type TestUserRef = { id: number; username: string };
/** The row, and its real repository: add commits with `project.repository.commit({ branch, files })`. */
export type BuiltProject = ProjectRow & { repository: TestRepository };

let count = 0;

function unique(prefix: string): string {
  count += 1;
  return `${prefix}-${count}`;
}

/** The user's own namespace, made when it is missing. */
export async function personalNamespace(app: TestApp, owner: TestUserRef): Promise<NamespaceRow> {
  const found = await findPersonalNamespaceRow(app.platform.db, owner.id);
  return (
    found ??
    addNamespaceRow(app.platform.db, {
      kind: 'user',
      owner_id: owner.id,
      name: owner.username,
      path: owner.username,
      full_path: owner.username,
      visibility: 'public',
      parent_id: null,
      created_by_id: owner.id,
    })
  );
}

export type GroupSpec = {
  /** Becomes a member with level 50. */
  owner?: TestUserRef;
  path?: string;
  name?: string;
  visibility?: Visibility;
  parent?: NamespaceRow;
};

/** A group (public unless said otherwise). */
export async function createGroup(app: TestApp, spec: GroupSpec = {}): Promise<NamespaceRow> {
  const path = spec.path ?? unique('group');
  const group = await addNamespaceRow(app.platform.db, {
    kind: 'group',
    owner_id: null,
    name: spec.name ?? path,
    path,
    full_path: spec.parent ? `${spec.parent.full_path}/${path}` : path,
    visibility: spec.visibility ?? 'public',
    parent_id: spec.parent?.id ?? null,
    created_by_id: spec.owner?.id ?? null,
  });
  if (spec.owner) await addMember(app, { group, user: spec.owner, level: 50 });
  return group;
}

export type ProjectSpec = {
  /** Whose personal namespace it lies in; with `group`, its creator. */
  owner: TestUserRef;
  group?: NamespaceRow;
  visibility?: Visibility;
  path?: string;
  name?: string;
  defaultBranch?: string;
  /** First commit on the default branch; an empty repository when left out. */
  files?: Record<string, TestFileContent>;
  /** Any other column. */
  columns?: ProjectColumns;
};

/** A project with a repository on disk, ready to be used (public unless said otherwise). */
export async function createProject(app: TestApp, spec: ProjectSpec): Promise<BuiltProject> {
  const namespace = spec.group ?? (await personalNamespace(app, spec.owner));
  const path = spec.path ?? unique('project');
  const defaultBranch = spec.defaultBranch ?? 'main';
  const row = await addProjectRow(app.platform.db, {
    namespace_id: namespace.id,
    name: spec.name ?? path,
    path,
    full_path: `${namespace.full_path}/${path}`,
    visibility: spec.visibility ?? 'public',
    default_branch: defaultBranch,
    repository_state: 'ready',
    is_empty: spec.files === undefined,
    creator_id: spec.owner.id,
    ...spec.columns,
  });
  const repository = await createTestRepository({
    dir: app.platform.repositories.directory(row.id),
    defaultBranch,
    ...(spec.files && { files: spec.files }),
  });
  return { ...row, repository };
}

export type MemberSpec = {
  user: TestUserRef;
  level: MemberLevel;
  /** First day without access, `YYYY-MM-DD`. */
  expiresAt?: string;
} & ({ project: { id: number } } | { group: { id: number } });

export async function addMember(app: TestApp, spec: MemberSpec): Promise<void> {
  await addMemberRow(app.platform.db, {
    user_id: spec.user.id,
    access_level: spec.level,
    project_id: 'project' in spec ? spec.project.id : null,
    namespace_id: 'group' in spec ? spec.group.id : null,
    expires_at: spec.expiresAt ?? null,
  });
}

export type GroupLinkSpec = {
  /** The invited group. */
  group: { id: number };
  level: MemberLevel;
  /** First day without access, `YYYY-MM-DD`. */
  expiresAt?: string;
} & ({ project: { id: number } } | { into: { id: number } });

/** Invites a group to a project, or `into` another group. */
export async function addGroupLink(app: TestApp, spec: GroupLinkSpec): Promise<void> {
  await addGroupLinkRow(app.platform.db, {
    group_id: spec.group.id,
    access_level: spec.level,
    project_id: 'project' in spec ? spec.project.id : null,
    namespace_id: 'into' in spec ? spec.into.id : null,
    expires_at: spec.expiresAt ?? null,
  });
}
