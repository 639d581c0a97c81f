#!/usr/bin/env node
// Measures Tributary against what it stands on, in one run: `npm run bench [-- --only R15,R16 --quick]`.
// This file must be readable by old Nodes, so that they get a sentence instead of a syntax error.
import process from 'node:process';

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error('Tributary requires Node 20 or newer. This is Node  ' + process.versions.node + '.');
  process.exit(1);
}

import('./setup/run-bench.mjs').then(
  (module) => module.runBench(process.argv.slice(2)),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
