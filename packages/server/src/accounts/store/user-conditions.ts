import type { Extension } from '../../platform/extensions.ts';
import type { RawBuilder } from 'kysely';

/** Conditions on rows of `users` that need to know more than accounts do. */
let withoutProjects: ((today: string) => RawBuilder<boolean>) | undefined;

/** Says which users take part in no project. */
export function defineWithoutProjects(condition: (today: string) => RawBuilder<boolean>): Extension {
  return () => {
    withoutProjects = condition;
  };
}

export function withoutProjectsCondition(today: string): RawBuilder<boolean> {
  if (!withoutProjects) throw new Error('nobody has said who takes part in no project');
  return withoutProjects(today);
}
