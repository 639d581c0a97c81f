import { baseName } from '../process/path-key.ts';

const NAMES = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'deno.lock',
  'composer.lock',
  'Gemfile.lock',
  'Cargo.lock',
  'poetry.lock',
  'uv.lock',
  'Pipfile.lock',
  'flake.lock',
  'go.sum',
  'gradle.lockfile',
  'packages.lock.json',
  'mix.lock',
  'pubspec.lock',
  'Podfile.lock',
  'Package.resolved',
  '.terraform.lock.hcl',
  'pdm.lock',
  'pixi.lock',
]);
const MINIFIED = /\.(?:min\.(?:js|css)|(?:js|css|mjs)\.map)$/i;
const ENDINGS = /(?:\.pb\.(?:go|cc|h)|_pb2(?:_grpc)?\.py|\.designer\.cs|\.g\.dart|\.generated\.[a-z]+)$/i;

/** What the name of a file tells of a tool having made it; null when it tells nothing. Such files are shown folded. */
export function generatedByPath(path: string): 'lock_file' | 'minified' | 'name' | null {
  if (NAMES.has(baseName(path))) return 'lock_file';
  if (MINIFIED.test(path)) return 'minified';
  return ENDINGS.test(path) ? 'name' : null;
}
