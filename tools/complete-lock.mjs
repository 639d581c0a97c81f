#!/usr/bin/env node
// npm leaves packages of other platforms out of package-lock.json when it could not see them at that moment, and
// `npm ci` then refuses the file. This adds them, with the versions that their owners name.
import { readFileSync, writeFileSync } from 'node:fs';
import { missingPlatformPackages, platformEntry } from './checks/lock-file.mjs';
import { inRoot } from './setup/root.mjs';

const path = inRoot('package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
const missing = missingPlatformPackages(lock.packages);
for (const entry of missing) lock.packages[`node_modules/${entry.name}`] = platformEntry(entry);
const [root, ...others] = Object.entries(lock.packages);
lock.packages = Object.fromEntries([root, ...others.sort(([a], [b]) => a.localeCompare(b, 'en'))]);
if (missing.length > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length} packages added to package-lock.json`);
