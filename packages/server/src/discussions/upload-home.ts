import type { Container, ContainerKind } from '../projects/index.ts';

/** Where all files of texts are stored. */
export const UPLOADS_FOLDER = 'uploads';

/** Whether an object below that folder is named as files of texts are: a bucket may hold more than ours. */
export function isUploadName(name: string): boolean {
  return /^uploads\/(groups\/)?\d+\/[0-9a-f]{32}$/.test(name);
}

const FOLDERS: Record<ContainerKind, string> = { project: UPLOADS_FOLDER, group: `${UPLOADS_FOLDER}/groups` };

/** Below it lies what is stored, and at it what is served: `/-/project/7`. */
export function homePaths({ kind, id }: Pick<Container, 'kind' | 'id'>): { storage: string; address: string } {
  return { storage: `${FOLDERS[kind]}/${id}`, address: `/-/${kind}/${id}` };
}

/** Files of a project are for all who take part in its talk; those of a group for its members. */
const ABILITIES = { project: 'upload_file', group: 'upload_group_file' } as const;

export function uploadAbility({ kind }: Pick<Container, 'kind'>): (typeof ABILITIES)[ContainerKind] {
  return ABILITIES[kind];
}
