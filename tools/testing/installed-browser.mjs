import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

/** The first draws what is looked at and has no windows, which costs a fifth less. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Path of the Chromium that this machine has; undefined where it has none. */
export function installedBrowser(path = process.env.PATH ?? '') {
  const folders = path.split(delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, MAC_CHROME].find((file) => existsSync(file));
}
