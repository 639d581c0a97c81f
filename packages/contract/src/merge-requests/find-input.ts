import { z } from 'zod';
import { boolInput, listInput } from '../core/inputs.ts';
import { FIND_PLACES } from './find.ts';

export const findInput = {
  search: z.string().min(1).max(200),
  regex: boolInput.default(false),
  case_sensitive: boolInput.default(false),
  /** All places when left out. */
  in: listInput.pipe(z.array(z.enum(FIND_PLACES)).min(1)).optional(),
};
