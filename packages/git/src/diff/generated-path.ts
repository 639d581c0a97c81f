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
]);
const ENDINGS =
  /(?:\.min\.(?:js|css)|\.(?:js|css|mjs)\.map|\.pb\.(?:go|cc|h)|_pb2(?:_grpc)?\.py|\.designer\.cs|\.g\.dart|\.generated\.[a-z]+)$/i;

/** Is the file, by its name, made by a tool? Such files are shown folded. */
export function isGeneratedPath(path: string): boolean {
  return NAMES.has(baseName(path)) || ENDINGS.test(path);
}
