import type { NamespaceAccess, ProjectAccess } from '../projects/index.ts';

/** What the files of texts belong to, as one actor meets it. */
export type UploadHome = ProjectAccess | NamespaceAccess;
export type HomeKey = { project_id: number; namespace_id: null } | { project_id: null; namespace_id: number };

export function homeKey(home: UploadHome): HomeKey {
  return 'project' in home
    ? { project_id: home.project.id, namespace_id: null }
    : { project_id: null, namespace_id: home.namespace.id };
}

/** Where all of them are stored. */
export const UPLOADS_FOLDER = 'uploads';

/** Whether an object below that folder is named as files of texts are: a bucket may hold more than ours. */
export function isUploadName(name: string): boolean {
  return /^uploads\/(groups\/)?\d+\/[0-9a-f]{32}$/.test(name);
}

/** Below it lies what is stored, and at it what is served: `/-/project/7`. */
export function homePaths(home: UploadHome): { storage: string; address: string } {
  return 'project' in home
    ? { storage: `${UPLOADS_FOLDER}/${home.project.id}`, address: `/-/project/${home.project.id}` }
    : { storage: `${UPLOADS_FOLDER}/groups/${home.namespace.id}`, address: `/-/group/${home.namespace.id}` };
}

/** Files of a project are for all who take part in its talk; those of a group for its members. */
export function uploadAbility(home: UploadHome): 'upload_file' | 'upload_group_file' {
  return 'project' in home ? 'upload_file' : 'upload_group_file';
}
