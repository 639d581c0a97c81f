/** What a page will ask first, answered along with it, so that its first sight waits for no further request. */
export type AnswersAhead = {
  /** What a GET of each address answers. */
  answers: Record<string, AnswerAhead>;
  /** Addresses to ask right away: too long or too slow to come along. */
  asks: string[];
};

export type AnswerAhead = { headers: Record<string, string>; body: unknown };

/** A request for page data says with this header that the answers for a new view are wanted along with it. */
export const AHEAD_HEADER = 'x-answers-ahead';

/** Where a document keeps the requests that it has made for `asks`, by address. */
export const ASKED_AHEAD = 'askedAhead';
