import type { Plugin } from 'vite';
import { FIRST_VIEW } from './first-view-parts.ts';

type Files = Readonly<Record<string, { name?: string; isEntry?: boolean; imports?: string[] }>>;

/** A file with all that it imports. */
function closureOf(file: string, files: Files): Set<string> {
  const all = new Set([file]);
  for (const each of all) for (const other of files[each]?.imports ?? []) all.add(other);
  return all;
}

/**
 * A file that loads another later names what comes with that, so that all of it is asked for at once. What the page needed
 * for the naming file itself is there already: left out of the lists, they are a fourth as long. The files of the first view
 * name no scripts at all, which were 2 kB of it: what they load later is asked for ahead or when the page is idle.
 */
export function sparePreloads(): Plugin {
  let files: Files = {};
  return {
    name: 'spare-preloads',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        files = bundle as Files;
      },
    },
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies(file, needed, { hostId }) {
            const entry = Object.keys(files).find((name) => files[name]?.isEntry) ?? hostId;
            const there = new Set([...closureOf(hostId, files), ...closureOf(entry, files)]);
            const missing = needed.filter((name) => !there.has(name));
            const { name = '', isEntry = false } = files[hostId] ?? {};
            const isFirst = isEntry || FIRST_VIEW.includes(name);
            const named = isFirst ? missing.filter((each) => each.endsWith('.css')) : missing;
            return named.length === 1 && named[0] === file ? [] : named;
          },
        },
      },
    }),
  };
}
