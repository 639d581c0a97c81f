import type { MemberLevel, Visibility } from '@tributary/contract/core/access-levels.ts';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { addGroupLink, addMember, type BuiltProject, createGroup, createProject } from '../src/projects/testing.ts';
import type { TestApp } from './test-app.ts';

/**
 * Everyone who may knock at an interface: by what they are to the project, not by name. `invited` is a developer only because
 * a group whose maintainer they are is invited as developers.
 */
export const PERSONAS = [
  'anonymous',
  'stranger',
  'external',
  'guest',
  'reporter',
  'developer',
  'invited',
  'maintainer',
  'owner',
  'admin',
] as const;
export type Persona = (typeof PERSONAS)[number];

const LEVELS: Partial<Record<Persona, MemberLevel>> = {
  guest: 10,
  reporter: 20,
  developer: 30,
  maintainer: 40,
  owner: 50,
};

export type World = {
  /** Undefined for `anonymous`. */
  people: Record<Exclude<Persona, 'anonymous'>, TestUser>;
  /** One project of each visibility; all personas with a role have it in each. */
  projects: Record<Visibility, BuiltProject>;
  headersOf(persona: Persona): Record<string, string>;
};

/** One user of each kind and one project of each visibility, each with a commit on `main`. */
export async function createWorld(app: TestApp): Promise<World> {
  const person = (name: Persona, options: { isAdmin?: boolean; isExternal?: boolean } = {}) =>
    createUser(app, { username: `the-${name}`, ...options });
  const people = {
    stranger: await person('stranger'),
    external: await person('external', { isExternal: true }),
    guest: await person('guest'),
    reporter: await person('reporter'),
    developer: await person('developer'),
    invited: await person('invited'),
    maintainer: await person('maintainer'),
    owner: await person('owner'),
    admin: await person('admin', { isAdmin: true }),
  };
  const host = await createUser(app, { username: 'the-host' });
  const guests = await createGroup(app, { path: 'the-guests', visibility: 'private' });
  await addMember(app, { user: people.invited.user, group: guests, level: 40 });
  const build = async (visibility: Visibility) => {
    const project = await createProject(app, {
      owner: host.user,
      path: `${visibility}-things`,
      visibility,
      files: { 'README.md': '# Things\n' },
    });
    for (const [persona, level] of Object.entries(LEVELS)) {
      await addMember(app, { user: people[persona as keyof typeof people].user, project, level });
    }
    await addGroupLink(app, { project, group: guests, level: 30 });
    return project;
  };
  return {
    people,
    projects: { private: await build('private'), internal: await build('internal'), public: await build('public') },
    headersOf: (persona) => (persona === 'anonymous' ? {} : people[persona].headers),
  };
}
