import type { ProjectListRequest } from '../lifecycle/reads/list-projects.ts';

type Order = Pick<ProjectListRequest, 'orderBy' | 'descending'>;

const USUAL: Order = { orderBy: 'id', descending: true };

/** In the texts that `projects(sort:)` takes. */
const BY_TEXT: Record<string, Order> = {
  id_desc: USUAL,
  id_asc: { orderBy: 'id', descending: false },
  name_asc: { orderBy: 'name', descending: false },
  name_desc: { orderBy: 'name', descending: true },
  path_asc: { orderBy: 'path', descending: false },
  path_desc: { orderBy: 'path', descending: true },
  created_asc: { orderBy: 'created_at', descending: false },
  created_desc: { orderBy: 'created_at', descending: true },
  created_at_asc: { orderBy: 'created_at', descending: false },
  created_at_desc: { orderBy: 'created_at', descending: true },
  updated_asc: { orderBy: 'updated_at', descending: false },
  updated_desc: { orderBy: 'updated_at', descending: true },
  latest_activity_asc: { orderBy: 'last_activity_at', descending: false },
  latest_activity_desc: { orderBy: 'last_activity_at', descending: true },
  stars_asc: { orderBy: 'star_count', descending: false },
  stars_desc: { orderBy: 'star_count', descending: true },
  storage_size_asc: { orderBy: 'repository_size', descending: false },
  storage_size_desc: { orderBy: 'repository_size', descending: true },
  similarity: { orderBy: 'similarity', descending: true },
};

/** In the words of the projects of a group. */
const BY_WORD = {
  SIMILARITY: BY_TEXT['similarity'],
  ACTIVITY_DESC: BY_TEXT['latest_activity_desc'],
  STORAGE_SIZE_ASC: BY_TEXT['storage_size_asc'],
  STORAGE_SIZE_DESC: BY_TEXT['storage_size_desc'],
  PATH_ASC: BY_TEXT['path_asc'],
  PATH_DESC: BY_TEXT['path_desc'],
};
export type ProjectOrderWord = keyof typeof BY_WORD;

export const projectOrder = { usual: USUAL, byText: BY_TEXT, byWord: BY_WORD };
