import { createGitClient, type GitClient } from '../../packages/server/src/repositories/testing.ts';
import { type Rest, restWith } from './rest.ts';
import type { RunningServer } from './running-server.ts';

export const PASSWORD = 'slow-river-stone';

export type TestUser = { id: number; username: string; password: string; rest: Rest };
export type Project = { id: number; path: string };
export type MergeRequest = {
  id: number;
  iid: number;
  state: string;
  sha: string;
  title: string;
  draft: boolean;
  source_branch: string;
  target_branch: string;
  merge_commit_sha: string | null;
  detailed_merge_status: string;
  diff_refs: { base_sha: string; start_sha: string; head_sha: string };
};

export type World = {
  server: RunningServer;
  root: TestUser;
  /** A confirmed account with a token of the scope `api`. */
  person(username: string, name?: string): Promise<TestUser>;
  token(person: TestUser, scopes: string[], expiresAt?: string): Promise<{ id: number; token: string }>;
  /** A private project of `owner` with a README on `main`; members by access level. */
  project(owner: TestUser, path: string, settings?: ProjectSettings): Promise<Project>;
  /** A work tree with `origin` set to the project as this user, main checked out. */
  clone(
    project: Project,
    person: { username: string; secret: string },
    identity?: { name: string; email: string },
  ): Promise<GitClient>;
  /** An opened merge request whose branch holds one new commit, made through the API. */
  mergeRequest(by: TestUser, project: Project, branch: string, files: Record<string, string>): Promise<MergeRequest>;
  /** Removes the work trees; the server is the caller's. */
  dispose(): Promise<void>;
};

type ProjectSettings = {
  visibility?: 'private' | 'internal' | 'public';
  members?: { person: TestUser; level: number }[];
  files?: Record<string, string>;
  /** Without a README, so without a branch. */
  isEmpty?: boolean;
};

/** Users, projects and work trees on a running server, all made through its public interfaces. */
export async function createWorld(server: RunningServer, rootPassword: string, rootToken?: string): Promise<World> {
  const root: TestUser = {
    id: 0,
    username: 'root',
    password: rootPassword,
    rest: restWith(server, rootToken ?? (await server.token())),
  };
  root.id = (await root.rest.get<{ id: number }>('/user')).id;
  const clients: GitClient[] = [];
  let tokens = 0;

  const token: World['token'] = (person, scopes, expiresAt) =>
    root.rest.post(`/users/${person.id}/personal_access_tokens`, {
      name: `token ${++tokens}`,
      scopes,
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
    });

  return {
    server,
    root,
    token,
    async person(username, name = username) {
      const { id } = await root.rest.post<{ id: number }>('/users', {
        username,
        name,
        email: `${username}@example.org`,
        password: PASSWORD,
        skip_confirmation: true,
      });
      const person: TestUser = { id, username, password: PASSWORD, rest: restWith(server, '') };
      person.rest = restWith(server, (await token(person, ['api'])).token);
      return person;
    },
    async project(owner, path, settings = {}) {
      const made = await owner.rest.post<{ id: number; path_with_namespace: string }>('/projects', {
        name: path,
        path,
        visibility: settings.visibility ?? 'private',
        initialize_with_readme: settings.isEmpty !== true,
      });
      for (const { person, level } of settings.members ?? []) {
        await owner.rest.post(`/projects/${made.id}/members`, { user_id: person.id, access_level: level });
      }
      if (settings.files) await commitFiles(owner, made.id, { branch: 'main', files: settings.files });
      return { id: made.id, path: made.path_with_namespace };
    },
    async clone(project, { username, secret }, identity) {
      const address = new URL(`${server.url}/${project.path}.git`);
      address.username = username;
      address.password = secret;
      const client = await createGitClient(address.href, identity);
      clients.push(client);
      const fetched = await client.git('fetch', '--quiet', 'origin');
      if (fetched.ok) await client.git('checkout', '--quiet', '-B', 'main', 'origin/main');
      return client;
    },
    async mergeRequest(by, project, branch, files) {
      await commitFiles(by, project.id, { branch, start: 'main', files });
      return by.rest.post<MergeRequest>(`/projects/${project.id}/merge_requests`, {
        source_branch: branch,
        target_branch: 'main',
        title: `Bring ${branch}`,
      });
    },
    async dispose() {
      for (const client of clients.splice(0)) await client.remove();
    },
  };
}

/** One commit with these files as they shall be; gives its id. Files that are there must be named in `update`. */
export async function commitFiles(
  by: TestUser,
  projectId: number,
  commit: { branch: string; start?: string; files: Record<string, string>; update?: boolean; message?: string },
): Promise<string> {
  const made = await by.rest.post<{ id: string }>(`/projects/${projectId}/repository/commits`, {
    branch: commit.branch,
    ...(commit.start !== undefined && { start_branch: commit.start }),
    commit_message: commit.message ?? `Change ${Object.keys(commit.files)[0] ?? 'files'}`,
    actions: Object.entries(commit.files).map(([path, content]) => ({
      action: commit.update === true ? 'update' : 'create',
      file_path: path,
      content,
    })),
  });
  return made.id;
}
