import type { FastifyReply } from 'fastify';

const HEADER = 'x-ignored-parameters';
const MAX_NAME_LENGTH = 64;
const MAX_HEADER_LENGTH = 1_000;

/**
 * REST ignores parameters that an endpoint does not know, as existing clients expect, and names them in a response header.
 * Page actions and GraphQL refuse them.
 */
export function writeIgnoredParameters(reply: FastifyReply, names: readonly string[]): void {
  if (names.length > 0) reply.header(HEADER, ignoredParametersText(names));
}

/** Names as they fit in a header: safe characters only, without the positions in lists, each once, of bounded length. */
export function ignoredParametersText(names: readonly string[]): string {
  const safe = new Set(
    names.map((name) =>
      name
        .replaceAll(/\.\d+(?=\.)/g, '')
        .replaceAll(/[^\w.[\]-]/g, '_')
        .slice(0, MAX_NAME_LENGTH),
    ),
  );
  let text = '';
  for (const name of safe) {
    const longer = text === '' ? name : `${text}, ${name}`;
    if (longer.length > MAX_HEADER_LENGTH) return `${text}, ...`;
    text = longer;
  }
  return text;
}
