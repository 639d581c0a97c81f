import { existsSync } from 'node:fs';
import process from 'node:process';
import { nodeBinary } from '../setup/node-binary.mjs';
import { inRoot, root } from '../setup/root.mjs';
import { runProcess } from '../setup/run-process.mjs';
import { SetupError, step } from '../setup/step.mjs';
import { installedBrowser } from './installed-browser.mjs';

/** Path of a Chromium the journeys can drive: $CHROMIUM, an installed one, or one that is installed now. */
export async function ensureBrowser() {
  return (await findBrowser()) ?? (await installBrowser());
}

async function findBrowser() {
  const chosen = process.env.CHROMIUM;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new SetupError(`CHROMIUM names ${chosen}, and there is no such file.`);
  }
  return installedBrowser() ?? (await playwrightBrowser());
}

/** Where Playwright keeps its own Chromium, if it has been downloaded. */
async function playwrightBrowser() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

async function installBrowser() {
  const attempts = [];
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = async (...args) => attempts.push(await runProcess('apt-get', args, { env }));
    await step('installing Chromium for the browser tests (apt-get)', async () => {
      await apt('update', '-qq');
      for (const name of ['chromium-headless-shell', 'chromium']) {
        // With the fonts that stand in while those of the pages are on their way, as on most desktops.
        await apt('install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation');
        if (installedBrowser() !== undefined) break;
      }
    });
    const installed = installedBrowser();
    if (installed) return installed;
  }
  const cli = inRoot('node_modules', 'playwright-core', 'cli.js');
  await step('downloading Chromium for the browser tests (Playwright)', async () => {
    attempts.push(await runProcess(nodeBinary(), [cli, 'install', 'chromium'], { cwd: root }));
  });
  const downloaded = await playwrightBrowser();
  if (downloaded) return downloaded;
  const details = attempts.map(({ output }) => output.trim().split('\n').slice(-3).join('\n')).join('\n');
  throw new SetupError(
    `The browser tests need Chromium, and installing it failed:\n${details}\n` +
      'Install chromium or google-chrome, or set CHROMIUM to its path, and run npm test again.',
  );
}
