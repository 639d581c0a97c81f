import type { Generated } from 'kysely';

export type ArtifactFormat = 'raw' | 'zip' | 'gzip';

export type JobArtifactTable = {
  id: Generated<number>;
  job_id: number;
  project_id: number;
  /** `archive`, `metadata`, or a kind of report. */
  type: string;
  format: ArtifactFormat;
  file_name: string;
  size_bytes: number;
  sha256: Buffer;
  object_name: string;
  expires_at: Date | null;
  created_at: Generated<Date>;
};

declare module '../../platform/db/tables.ts' {
  interface Tables {
    ci_job_artifacts: JobArtifactTable;
  }
}
