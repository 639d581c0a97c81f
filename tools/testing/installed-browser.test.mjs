import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { installedBrowser } from './installed-browser.mjs';

test('the browser without windows goes before all others, wherever they are', async () => {
  const folders = [await mkdtemp(join(tmpdir(), 'browser-')), await mkdtemp(join(tmpdir(), 'browser-'))];
  const [one, two] = folders;
  const path = folders.join(delimiter);
  await writeFile(join(one, 'google-chrome'), '');
  expect(installedBrowser(path)).toBe(join(one, 'google-chrome'));
  await writeFile(join(one, 'chromium'), '');
  expect(installedBrowser(path)).toBe(join(one, 'chromium'));
  await writeFile(join(two, 'chromium-headless-shell'), '');
  expect(installedBrowser(path)).toBe(join(two, 'chromium-headless-shell'));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});
