/** Files in the first batch of a comparison: few, so that the first of them paints at once. */
export const FIRST_BATCH = 5;
