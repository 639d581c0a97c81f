#!/usr/bin/env node
// The `tributary` command: `npx tributary <command>`. Prints nothing of its own on standard output, because commands
// such as `token create` print one value that scripts read.
import process from 'node:process';

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error('Tributary requires Node 20 or newer. This is Node  ' + process.versions.node + '.');
  process.exit(1);
}

import('./setup/run-command.mjs').then(
  (module) => module.runCommand(process.argv.slice(2)),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
