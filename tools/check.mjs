#!/usr/bin/env node
// The machine checks: `npm run check [-- <step> …]`. Without step names all run. Exit code 1 when one fails.
import process from 'node:process';
import { prepare } from './setup/prepare.mjs';
import { runChecks } from './checks/run-checks.mjs';
import { SetupError } from './setup/step.mjs';

try {
  await prepare({ needsWeb: false });
  const results = await runChecks(process.argv.slice(2));
  process.exitCode = results.every((result) => result.ok) ? 0 : 1;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`\n${error.message}\n`);
  process.exitCode = 1;
}
