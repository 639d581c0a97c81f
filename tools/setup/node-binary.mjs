import { existsSync } from 'node:fs';
import process from 'node:process';
import { inRoot } from './root.mjs';
import { SetupError } from './step.mjs';

/**
 * Path of the Node that runs the product: the one shipped as a dependency, so that every machine runs the same;
 * where there is none for the platform, the Node running now if it is 24 or newer.
 */
export function nodeBinary() {
  const shipped = inRoot('node_modules', '.bin', 'node');
  if (existsSync(shipped)) return shipped;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new SetupError(
    [
      'Tributary runs on Node 24, which is installed with its dependencies on Linux (x64 and arm64).',
      `It is not available for this platform (${process.platform} ${process.arch}), and this is Node ${process.versions.node}.`,
      'Either install Node 24 and start again,',
      'or, if optional dependencies were skipped, run: npm ci --include=optional',
    ].join('\n'),
  );
}

/** Flags for running TypeScript sources directly. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning'];
