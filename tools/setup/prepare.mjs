import { mkdirSync } from 'node:fs';
import { buildWeb, isWebBuilt } from './build-web.mjs';
import { install, isInstalled } from './install.mjs';
import { inRoot } from './root.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { step } from './step.mjs';

/** Brings dependencies and the web build up to date; does nothing, within milliseconds, when they are. */
export async function prepare({ needsWeb = true } = {}) {
  const isReady = () => isInstalled() && (!needsWeb || isWebBuilt());
  if (isReady()) return;
  mkdirSync(inRoot('.cache'), { recursive: true });
  const announceWait = (holder) =>
    console.log(`  waiting for another setup to finish${holder ? ` (process ${holder.pid})` : ''}`);
  await withSetupLock(
    inRoot('.cache', 'setup.lock'),
    async () => {
      if (!isInstalled()) await step('installing dependencies (only once, takes about a minute)', install);
      if (needsWeb && !isWebBuilt()) await step('building the web interface', buildWeb);
    },
    { onWait: announceWait },
  );
}
