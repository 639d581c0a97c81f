import { readFileSync } from 'node:fs';
import path from 'node:path';

export const WEB_DIST =
  process.env['TRIBUTARY_WEB_DIST'] ?? path.resolve(import.meta.dirname, '../../packages/web/dist');

type BuiltScript = { file: string; imports?: string[] };

/** The files of the build by the sources they are made of. */
export function readBuild(): ReadonlyMap<string, BuiltScript> {
  const manifest = JSON.parse(readFileSync(path.join(WEB_DIST, 'manifest.json'), 'utf8')) as Record<
    string,
    BuiltScript
  >;
  return new Map(Object.entries(manifest));
}

export function builtScript(build: ReadonlyMap<string, BuiltScript>, source: string): BuiltScript {
  const script = build.get(source);
  if (!script) throw new Error(`The build has no ${source}.`);
  return script;
}

/**
 * Whether an address is that of a file built of one of these sources of the web.
 * A source that was renamed fails the test instead of matching nothing.
 */
export function isScriptOf(...sources: readonly string[]): (address: URL) => boolean {
  const build = readBuild();
  const files = new Set(sources.map((source) => builtScript(build, source).file));
  return ({ pathname }) => files.has(path.posix.basename(pathname));
}
