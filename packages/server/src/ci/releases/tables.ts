import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

export type ReleaseLink = {
  id: number;
  name: string;
  url: string;
  filepath: string | null;
  linkType: 'other' | 'runbook' | 'image' | 'package';
};

export type ReleaseTable = {
  id: Generated<number>;
  project_id: number;
  tag: string;
  sha: string;
  name: string;
  description: Generated<string>;
  links: JSONColumnType<ReleaseLink[], string | undefined>;
  author_id: number | null;
  released_at: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type EvidenceTable = {
  id: GeneratedAlways<number>;
  release_id: number;
  content: string;
  sha: string;
  has_issues: boolean;
  collected_at: Date;
};

declare module '../../platform/db/tables.ts' {
  interface Tables {
    ci_releases: ReleaseTable;
    ci_release_evidences: EvidenceTable;
    ci_release_milestones: { release_id: number; milestone_id: number };
  }
}
