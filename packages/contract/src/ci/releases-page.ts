import type { ListPaging, UserRef } from '../projects/page.ts';
import type { RELEASE_LINK_TYPES } from './releases.ts';

export type ReleaseLinkView = {
  id: number;
  name: string;
  url: string;
  /** Short address below the release; null without. */
  filepath: string | null;
  linkType: (typeof RELEASE_LINK_TYPES)[number];
};

export type ReleaseView = {
  tag: string;
  name: string;
  href: string;
  /** Rendered description. */
  html: string;
  releasedAt: string;
  createdAt: string;
  /** Its date is still to come. */
  isUpcoming: boolean;
  author: UserRef | null;
  commit: { shortSha: string; title: string; href: string } | null;
  tagHref: string;
  links: ReleaseLinkView[];
  sources: { format: string; href: string }[];
  milestones: { id: number; title: string; href: string; isClosed: boolean }[];
  evidences: { id: number; sha: string; href: string; collectedAt: string }[];
};

/** Kind `releases`: `/-/releases?search=&sort=&page=`. */
export type ReleasesPageData = {
  projectId: number;
  /** Part of the tag or name. */
  search: string;
  releases: ReleaseView[];
  newHref: string | null;
  paging: ListPaging;
};

/** Kind `release_show`: `/-/releases/<tag>`. */
export type ReleasePageData = {
  projectId: number;
  release: ReleaseView;
  listHref: string;
  editHref: string | null;
};

export type ReleaseFields = {
  id: number;
  tag: string;
  name: string;
  description: string;
  /** Day and time as RFC 3339. */
  releasedAt: string;
  links: ReleaseLinkView[];
  milestones: string[];
};

/** Kind `release_form`: `/-/releases/new?tag_name=` and `/-/releases/<tag>/edit`. */
export type ReleaseFormPageData = {
  projectId: number;
  refsPath: string;
  listHref: string;
  defaultBranch: string;
  /** Null for a new one. */
  release: ReleaseFields | null;
  /** Of a new one: the tag that the address names. */
  tag: string;
  /** Milestones to choose from. */
  milestones: string[];
  previewPath: string;
  uploadsPath: string | null;
};
