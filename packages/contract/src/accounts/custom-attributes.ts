import { z } from 'zod';
import { ignored } from '../core/ignored.ts';

const MAX_TEXT = 255;
const text = z.string().min(1).max(MAX_TEXT);

export const listCustomAttributesInput = z.strictObject(ignored('page', 'per_page', 'pagination'));
export const customAttributeParams = z.object({ key: text });
export const setCustomAttributeInput = z.strictObject({ value: text });
export const restCustomAttribute = z.object({ key: z.string(), value: z.string() });

/** `custom_attributes[key]=value` of lists: what has all of these; only administrators find anything by it. */
export const customAttributesFilter = z.record(z.string(), z.string()).optional();
