import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { onePath } from './icon-paths.ts';

const drawn = fileURLToPath(new URL('drawn-icon.ts', import.meta.url));

/** Name of an icon's module, as `file-diff`. */
export function iconOf(id: string): string | null {
  return /node_modules[\\/]lucide-react[\\/].*[\\/]icons[\\/]([\w-]+)\.m?js$/.exec(id)?.[1] ?? null;
}

type IconModule = { __iconData?: { size: number; node: Parameters<typeof onePath>[0] } };

/** Each icon of the library as one path: half of the bytes, and one element of the page in place of up to ten. */
export function smallIcons(): Plugin {
  return {
    name: 'small-icons',
    apply: 'build',
    async transform(_code, id) {
      if (iconOf(id) === null) return undefined;
      const { __iconData: icon } = (await import(pathToFileURL(id).href)) as IconModule;
      const d = icon?.size === 24 ? onePath(icon.node) : null;
      if (d === null) return undefined;
      return `import { drawnIcon } from ${JSON.stringify(drawn)};\nexport default /* @__PURE__ */ drawnIcon(${JSON.stringify(d)});\n`;
    },
  };
}
