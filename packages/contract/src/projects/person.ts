import { z } from 'zod';

/** A person as REST answers about places name them. */
export const restPerson = z.object({
  id: z.number(),
  username: z.string(),
  public_email: z.string().nullable(),
  name: z.string(),
  state: z.string(),
  locked: z.boolean(),
  avatar_url: z.string().nullable(),
  web_url: z.string(),
});
export type RestPerson = z.output<typeof restPerson>;
