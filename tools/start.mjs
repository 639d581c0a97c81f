#!/usr/bin/env node
// Starts Tributary on a fresh or a known machine: `npm start [-- --demo --port 3000 --host 127.0.0.1 --data ./data]`.
// This file must be readable by old Nodes, so that they get a sentence instead of a syntax error.
import process from 'node:process';

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error('Tributary requires Node 20 or newer to start. This is Node  ' + process.versions.node + '.');
  console.error('Install a current version of Node from https://nodejs.org and run npm start again.');
  process.exit(1);
}

import('./setup/start-server.mjs').then(
  (module) => module.startServer(process.argv.slice(2)),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
