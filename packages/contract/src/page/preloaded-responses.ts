/** What a page will ask first, answered along with it, so that its first sight waits for no further request. */
export type PreloadedResponses = {
  /** What a GET of each address answers. */
  answers: Record<string, PreloadedResponse>;
  /** Addresses to ask right away: too long or too slow to come along. */
  asks: string[];
};

export type PreloadedResponse = { headers: Record<string, string>; body: unknown };

/** A request for page data says with this header that the answers for a new view are wanted along with it. */
export const PRELOAD_HEADER = 'x-answers-ahead';

/** Where a document keeps the requests that it has made for `asks`, by address. */
export const PRELOAD_REQUESTS = 'askedAhead';
