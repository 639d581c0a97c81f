import type { Extension } from '../../platform/extensions.ts';
import type { HomeSection } from '@tributary/contract/projects/page.ts';
import type { UserActor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';

export type HomeSectionDefinition = {
  key: string;
  /** Ascending. */
  order: number;
  /** What waits for this user; holds only what they may see now. Null leaves the section out. */
  load: (ctx: Context, person: UserActor) => Promise<HomeSection | null>;
};

const sections: HomeSectionDefinition[] = [];

/** Adds a section to the home page of signed-in users, e.g. merge requests that wait for their review. */
export function defineHomeSection(section: HomeSectionDefinition): Extension {
  return () => {
    sections.push(section);
  };
}

export async function loadHomeSections(ctx: Context, person: UserActor): Promise<HomeSection[]> {
  const ordered = sections.toSorted((a, b) => a.order - b.order);
  const loaded = await Promise.all(ordered.map((section) => section.load(ctx, person)));
  return loaded.filter((section) => section !== null);
}
