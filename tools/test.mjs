#!/usr/bin/env node
// Runs every test: `npm test [-- --full] [-- --only check|unit|web|e2e] [-- <file filter>]`.
// Ends with one line, `N passed, N failed`; the exit code is 1 when something failed or nothing ran.
import process from 'node:process';

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error('The tests require Node 20 or newer. This is Node  ' + process.versions.node + '.');
  process.exit(1);
}

import('./testing/run-tests.mjs').then(
  (module) => module.runTests(process.argv.slice(2)),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
