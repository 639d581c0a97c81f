import type { Generated, GeneratedAlways } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    ci_catalog_resources: { id: GeneratedAlways<number>; project_id: number; created_at: Generated<Date> };
  }
}
