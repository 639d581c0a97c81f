import type { ComponentType } from 'react';

const loaded = new Map<string, ComponentType>();

/** The page came from a newer server, or its file is gone after an update: the document must be loaded again. */
export class PageModuleMissing extends Error {
  constructor(kind: string, cause?: unknown) {
    super(`No page module for kind ${kind}.`, { cause });
    this.name = 'PageModuleMissing';
  }
}

/** The list of all pages is not needed for the one that the document is opened on. */
export async function preloadRegistry(): Promise<void> {
  await import('./page-registry.ts');
}

async function importPage(kind: string, file: string | undefined): Promise<{ default: ComponentType }> {
  if (file !== undefined) return (await import(/* @vite-ignore */ file)) as { default: ComponentType };
  const { pageLoaders } = await import('./page-registry.ts');
  const load = pageLoaders.get(kind);
  if (load === undefined) throw new PageModuleMissing(kind);
  return load();
}

/** `file`: the address of the module, where the document names it. */
export async function loadPageComponent(kind: string, file?: string): Promise<ComponentType> {
  const known = loaded.get(kind);
  if (known !== undefined) return known;
  try {
    const { default: component } = await importPage(kind, file);
    loaded.set(kind, component);
    return component;
  } catch (error) {
    if (error instanceof PageModuleMissing) throw error;
    throw new PageModuleMissing(kind, error);
  }
}
