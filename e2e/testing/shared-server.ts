import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { inject } from 'vitest';
import { openBrowser } from './browser.ts';
import { ROOT_PASSWORD, type RunningServer, startServer } from './running-server.ts';
import { forgetSignIns } from './sign-in.ts';
import { createWorld, type World } from './world.ts';

/** A server and a browser that the journeys of one worker use one after the other. */
export type Shared = { server: RunningServer; browser: Browser; world: World };

let shared: Promise<Shared> | undefined;

/** Those of this worker, started for its first file. They end with the run: see `global-setup.ts`. */
export function useShared(): Promise<Shared> {
  return (shared ??= dropIfFailed(startShared));
}

/** What fails is not used again: the next file starts another server. */
function dropIfFailed<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    shared = undefined;
    throw error;
  });
}

async function startShared(): Promise<Shared> {
  const [server, browser] = await Promise.all([startServer({}, inject('startedData')), openBrowser()]);
  await writeFile(
    path.join(inject('sharedServers'), String(server.processId())),
    JSON.stringify({ processId: server.processId(), dataDir: server.dataDir }),
  );
  return { server, browser, world: await createWorld(server, ROOT_PASSWORD, inject('rootToken')) };
}

/** Whom an earlier file of this worker has left behind. */
const former = new Set<string>();

/**
 * After the last test of a file: closes its windows and gives other names to its users, groups and projects, so that the
 * next file can use the same names. Private projects stay out of sight, because their members are users of the past.
 */
export const leaveShared = (parts: Shared): Promise<void> => dropIfFailed(() => leave(parts));

async function leave({ browser, world }: Shared): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await world.dispose();
  forgetSignIns();
  const { rest, id: rootId } = world.root;
  const rename = async (kind: 'users' | 'groups' | 'projects', id: number, changes: Record<string, unknown>) => {
    if (!former.has(`${kind}/${id}`)) await rest.put(`/${kind}/${id}`, changes);
    former.add(`${kind}/${id}`);
  };
  const list = (address: string) =>
    rest.get<{ id: number; username: string; path: string }[]>(
      `${address}${address.includes('?') ? '&' : '?'}per_page=100`,
    );
  for (const { id } of await list('/users?humans=true')) {
    const email = `former-${id}@example.org`;
    const changes = { username: `former-${id}`, name: `Former ${id}`, email, skip_reconfirmation: true };
    if (id !== rootId) await rename('users', id, changes);
  }
  for (const { id } of await list('/groups?top_level_only=true')) {
    await rename('groups', id, { path: `former-group-${id}`, name: `Former ${id}` });
  }
  for (const { id } of await list(`/users/${rootId}/projects`)) {
    await rename('projects', id, { path: `former-project-${id}`, name: `Former ${id}` });
  }
}
