/** Of one text. */
export const MAX_AUTOSAVE_CHARS = 1_000_000;
/** Of one text on its way, as JSON in UTF-8: what a request has room for. What is longer stays on the device it is written on. */
export const MAX_AUTOSAVE_BYTES = 1_000_000;

/** What someone has typed and not sent, as their own pages keep it. */
export type AutosaveEntry = {
  /** The field within the place. */
  field: string;
  text: string;
  /** Time of the saved text that is being changed; null for new texts. */
  base: string | null;
  /** Send it back with the next state, so that what another window wrote meanwhile is kept. */
  revision: number;
  updated_at: string;
};

export type SavedAutosave = Omit<AutosaveEntry, 'text'>;

/** Instead, when the form that the text was saved as part of has arrived; or, when it was only asked for, has not. */
export type TextArrived = { sent: boolean };

/**
 * Header of what a form sends, beside its `Idempotency-Key`: the place of its texts and their fields, with spaces between.
 * What is unfinished there goes in the same moment as the texts arrive. A save that is late names the key as `sent_as`.
 */
export const FORM_HEADER = 'X-Unfinished-Text';

/** An earlier state of a text. */
export type AutosaveVersion = { id: number; text: string; saved_at: string };

export const autosavesPath = '/-/unfinished_texts';
