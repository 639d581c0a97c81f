import type { ComponentType } from 'react';

type PageModule = { default: ComponentType };

/** Kind ↔ file: `merge_request_show` is `../<slice>/pages/merge-request-show.page.tsx`. No list to edit. */
const modules = import.meta.glob<PageModule>('../*/pages/*.page.tsx');

export function kindOfFile(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.page\.tsx$/, '');
  return name.replaceAll('-', '_');
}

/** By the kind of a page, what loads its module. */
export const pageLoaders: ReadonlyMap<string, () => Promise<PageModule>> = new Map(
  Object.entries(modules).map(([path, load]) => [kindOfFile(path), load]),
);
