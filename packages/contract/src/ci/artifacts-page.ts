/** A folder or file in the archive of a job. */
export type ArtifactEntryItem = {
  name: string;
  href: string;
  isDirectory: boolean;
  sizeBytes: number;
  /** Only of files. */
  downloadHref: string | null;
};

export type ArtifactCrumb = { text: string; href: string };

type ArtifactsOfJob = {
  job: { id: number; name: string; href: string; refName: string; shortSha: string; commitHref: string };
  projectId: number;
  crumbs: ArtifactCrumb[];
  /** The whole archive. */
  downloadHref: string;
  archiveBytes: number;
  /** When the files are removed. */
  expiresAt: string | null;
  canKeep: boolean;
};

export type ArtifactsBrowsePageData = ArtifactsOfJob & {
  entries: ArtifactEntryItem[];
  parentHref: string | null;
  /** There are more than are listed. */
  isCut: boolean;
};

export type ArtifactFilePageData = ArtifactsOfJob & {
  path: string;
  name: string;
  sizeBytes: number;
  rawHref: string;
  fileHref: string;
  preview: { kind: 'text'; text: string; isCut: boolean } | { kind: 'image' } | { kind: 'none' };
};

/** The files of a job as its page lists them. */
export type JobArtifactsItem = {
  browseHref: string | null;
  downloadHref: string | null;
  sizeBytes: number | null;
  /** Files of reports beside the archive. */
  files: { type: string; name: string; sizeBytes: number; href: string }[];
  expiresAt: string | null;
  hasExpired: boolean;
  canKeep: boolean;
};
