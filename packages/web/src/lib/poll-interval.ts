/** No asking again. */
export const NO_MORE_MS = -1;

/** In how many ms the server wants to be asked again: as usual where it names no time; negative when never. */
export function serverPollInterval(response: Response, usualMs: number): number {
  const said = Number(response.headers.get('Poll-Interval') ?? usualMs);
  return Number.isFinite(said) && said !== 0 ? said : usualMs;
}
