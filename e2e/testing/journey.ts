import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { openBrowser, type WindowOptions } from './browser.ts';
import { IS_FULL } from './full-run.ts';
import { ROOT_PASSWORD, type RunningServer, startServer } from './running-server.ts';
import { leaveShared, type Shared, useShared } from './shared-server.ts';
import { openSignedIn, type Credentials, type Window } from './sign-in.ts';
import { createWorld, type World } from './world.ts';

export type Journey = {
  readonly server: RunningServer;
  readonly browser: Browser;
  readonly world: World;
  /** A window of its own in which this user is signed in. */
  open(person: Credentials, options?: WindowOptions): Promise<Window>;
};

type JourneyOptions = { env?: Record<string, string>; isShared?: boolean };

/** A server of its own on data that nobody has used yet: copied, not made and migrated once more. */
export const startUnusedServer = (env: Record<string, string> = {}): Promise<RunningServer> =>
  startServer(env, inject('startedData'));

/** A server and a browser that no other file uses. */
async function startOwn(env: Record<string, string>): Promise<Shared> {
  const [server, browser] = await Promise.all([startUnusedServer(env), openBrowser()]);
  try {
    return { server, browser, world: await createWorld(server, ROOT_PASSWORD, inject('rootToken')) };
  } catch (error) {
    await browser.close();
    await server.dispose();
    throw error;
  }
}

async function endOwn({ server, browser, world }: Shared): Promise<void> {
  await browser.close();
  await world.dispose();
  await server.dispose();
}

/**
 * A server and a browser, there for the tests of one file from before the first until after the last. With `isShared` the
 * files of a worker use the same ones, one after the other: for files whose projects are private and whose pages list
 * nothing of the whole instance. In the full run each file has its own.
 */
export function beginJourney({ env = {}, isShared = false }: JourneyOptions = {}): Journey {
  const isTogether = isShared && !IS_FULL;
  let parts: Shared | undefined;
  beforeAll(async () => {
    parts = await (isTogether ? useShared() : startOwn(env));
  });
  afterAll(async () => {
    if (parts) await (isTogether ? leaveShared(parts) : endOwn(parts));
  });
  const begun = (): Shared => {
    if (!parts) throw new Error('the journey has not begun: ask for its parts in a test or in beforeAll');
    return parts;
  };
  return {
    get server() {
      return begun().server;
    },
    get browser() {
      return begun().browser;
    },
    get world() {
      return begun().world;
    },
    open: (person, options) => openSignedIn(begun().browser, begun().server.url, person, options),
  };
}
