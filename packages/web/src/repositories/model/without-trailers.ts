/** The message without its last paragraph when that is nothing but the trailers, which are shown by themselves. */
export function withoutTrailers(body: string, trailers: readonly { key: string; value: string }[]): string {
  if (trailers.length === 0) return body;
  const paragraphs = body.split(/\n\s*\n/);
  const last = paragraphs.at(-1) ?? '';
  const keys = new Set(trailers.map((trailer) => trailer.key.toLowerCase()));
  const isTrailers = last.split('\n').every((line) => {
    const key = /^([\w-]+)\s*:/.exec(line)?.[1];
    return /^\s/.test(line) || (key !== undefined && keys.has(key.toLowerCase()));
  });
  return isTrailers ? paragraphs.slice(0, -1).join('\n\n') : body;
}
