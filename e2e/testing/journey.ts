import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { openBrowser, type WindowOptions } from './browser.ts';
import { ROOT_PASSWORD, type RunningServer, startServer } from './running-server.ts';
import { openSignedIn, type Credentials, type Window } from './sign-in.ts';
import { createWorld, type World } from './world.ts';

export type Journey = {
  readonly server: RunningServer;
  readonly browser: Browser;
  readonly world: World;
  /** A window of its own in which this user is signed in. */
  open(person: Credentials, options?: WindowOptions): Promise<Window>;
};

/** A server of its own on data that nobody has used yet: copied, not made and migrated once more. */
export const startUnusedServer = (env: Record<string, string> = {}): Promise<RunningServer> =>
  startServer(env, inject('startedData'));

/** A server of its own and a browser, there for the tests of one file from before the first until after the last. */
export function beginJourney(env: Record<string, string> = {}): Journey {
  let server: RunningServer | undefined;
  let browser: Browser | undefined;
  let world: World | undefined;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startUnusedServer(env), openBrowser()]);
    world = await createWorld(server, ROOT_PASSWORD, inject('rootToken'));
  });
  afterAll(async () => {
    await browser?.close();
    await world?.dispose();
    await server?.dispose();
  });
  const begun = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('the journey has not begun: ask for its parts in a test or in beforeAll');
    return part;
  };
  return {
    get server() {
      return begun(server);
    },
    get browser() {
      return begun(browser);
    },
    get world() {
      return begun(world);
    },
    open: (person, options) => openSignedIn(begun(browser), begun(server).url, person, options),
  };
}
