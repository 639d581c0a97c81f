/**
 * Something that one slice adds to another: a subscriber, a noteable, a quick action, a merge check. What a `define…` function
 * returns changes nothing by itself: the manifest of the slice lists it, and `app/slices.ts` installs it, once in a process.
 */
export type Extension<Undo = void> = () => Undo;

/** What a file adds, in the order in which it is installed. */
export type Extensions = readonly Extension<unknown>[];
