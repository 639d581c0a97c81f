import type { ComponentType } from 'react';

type PageModule = { default: ComponentType };

/** Kind ↔ file: `merge_request_show` is `../<slice>/pages/merge-request-show.page.tsx`. No list to edit. */
const modules = import.meta.glob<PageModule>('../*/pages/*.page.tsx');

export function kindOfFile(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.page\.tsx$/, '');
  return name.replaceAll('-', '_');
}

const loaders = new Map(Object.entries(modules).map(([path, load]) => [kindOfFile(path), load]));
const loaded = new Map<string, ComponentType>();

/** The page came from a newer server, or its file is gone after an update: the document must be loaded anew. */
export class PageModuleMissing extends Error {
  constructor(kind: string, cause?: unknown) {
    super(`No page module for kind ${kind}.`, { cause });
    this.name = 'PageModuleMissing';
  }
}

export async function loadPageComponent(kind: string): Promise<ComponentType> {
  const known = loaded.get(kind);
  if (known !== undefined) return known;
  const load = loaders.get(kind);
  if (load === undefined) throw new PageModuleMissing(kind);
  try {
    const component = (await load()).default;
    loaded.set(kind, component);
    return component;
  } catch (error) {
    throw new PageModuleMissing(kind, error);
  }
}
