import type { CatalogCard, CatalogComponent } from '@tributary/contract/ci/catalog-page.ts';
import { encodePath, repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { containerAvatarPath } from '../../projects/index.ts';
import type { CatalogResource } from './catalog.ts';
import { type Component, inputText } from './components.ts';

export const catalogHref = (fullPath: string): string => `/explore/catalog/${encodePath(fullPath)}`;

export function toCatalogCard({ access: { project }, latest }: CatalogResource): CatalogCard {
  return {
    id: project.id,
    name: project.name,
    fullPath: project.full_path,
    description: project.description,
    href: catalogHref(project.full_path),
    avatarUrl: containerAvatarPath('project', project.id, project.avatar_name),
    visibility: project.visibility,
    topics: project.topics,
    starCount: project.star_count,
    latestVersion: latest?.tag ?? '',
    latestReleasedAt: latest?.releasedAt.toISOString() ?? '',
  };
}

export function toCatalogComponent(projectPath: string, tag: string, component: Component): CatalogComponent {
  const { name, path, includePath, inputs } = component;
  const required = (inputs ?? []).filter((input) => input.default === undefined);
  const lines = ['include:', `  - component: ${includePath}`];
  if (required.length > 0) lines.push('    inputs:', ...required.map((input) => `      ${input.name}: `));
  return {
    name,
    includePath,
    inputs:
      inputs &&
      inputs.map(({ default: value, options, name: key, type, description, regex }) => ({
        name: key,
        type,
        description,
        regex,
        isRequired: value === undefined,
        value: value === undefined ? null : inputText(value),
        options: options?.map(inputText) ?? null,
      })),
    snippet: `${lines.join('\n')}\n`,
    fileHref: repositoryPaths.blob(projectPath, tag, path),
  };
}
