import type { Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    ci_job_traces: {
      job_id: number;
      received_bytes: Generated<number>;
      stored_bytes: Generated<number>;
      checksum: Generated<number>;
      /** Bytes at the end that may be the beginning of a masked value. */
      held_bytes: Generated<number>;
      object_name: string | null;
      /** It shows the values of variables. */
      is_debug: Generated<boolean>;
      updated_at: Generated<Date>;
    };
    ci_job_trace_chunks: { job_id: number; start_byte: number; data: Buffer };
    ci_job_trace_indexes: { job_id: number; data: Buffer };
    ci_removed_objects: { object_name: string; removed_at: Generated<Date> };
  }
}
