/** What each line of an answer says, as it comes; empty lines say nothing. Throws when it breaks off. */
export async function* jsonLines<T>({ body }: Response): AsyncGenerator<T> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    let begun = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const [first = '', ...others] = value.split('\n');
      const whole = others.length === 0 ? [] : [begun + first, ...others.slice(0, -1)];
      begun = others.at(-1) ?? begun + first;
      // The shape is the contract between our own server and this page, as of every answer.
      for (const line of whole) if (line !== '') yield JSON.parse(line) as T;
    }
    if (begun !== '') throw new Error('The response was incomplete.');
  } finally {
    // Whoever has enough of it does not want the rest.
    void reader.cancel().catch(() => undefined);
  }
}
