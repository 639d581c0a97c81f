import { z } from 'zod';
import { idInput, pagingInput } from '../core/inputs.ts';

const MAX_URL = 2_048;
/** `%{…}` is replaced by what it names of the project that shows the badge. */
const address = z
  .string()
  .max(MAX_URL)
  .regex(/^https?:\/\/\S+$/i, 'must be an address that starts with https:// or http://');
const name = z.string().max(255).nullish();

export const listBadgesInput = z.strictObject({ ...pagingInput, name: z.string().max(255).optional() });
export const createBadgeInput = z.strictObject({ link_url: address, image_url: address, name });
export const updateBadgeInput = createBadgeInput.partial();
export const renderBadgeInput = z.strictObject({ link_url: address, image_url: address });
export const badgeParams = z.object({ badge_id: idInput });

export const restRenderedBadge = z.object({
  link_url: z.string(),
  image_url: z.string(),
  rendered_link_url: z.string(),
  rendered_image_url: z.string(),
});
export const restBadge = restRenderedBadge.extend({
  id: z.number(),
  name: z.string(),
  kind: z.enum(['project', 'group']),
});
export type RestBadge = z.output<typeof restBadge>;

/** In the settings of a project or group; those of a project's groups are changed there. */
export type BadgeSettings = {
  /** Path in the REST API: list, add, and `/render` for a preview. */
  api: string;
  owner: 'project' | 'group';
  badges: RestBadge[];
  canChange: boolean;
};

/** On the overview of a project. `src` is null for images of other hosts, which pages do not load. */
export type ProjectBadge = { id: number; name: string; href: string; src: string | null };
