/** What somebody has typed and not sent, as their own pages keep it. */
export type UnfinishedTextEntry = {
  /** The field within the place. */
  field: string;
  text: string;
  /** Time of the saved text that is being changed; null for new texts. */
  base: string | null;
  /** Send it back with the next state, so that what another window wrote meanwhile is kept. */
  revision: number;
  updated_at: string;
};

export type SavedUnfinishedText = Omit<UnfinishedTextEntry, 'text'>;

/** An earlier state of a text. */
export type UnfinishedTextVersion = { id: number; text: string; saved_at: string };

export const unfinishedTextsPath = '/-/unfinished_texts';
