const MAX_CHARS = 125;
/** What is looked at before giving up: markup can be long before it says a word. */
const MAX_TOKENS = 2_000;

const TOKEN = /<(\/?)([a-z][a-z0-9-]*)(?:"[^"]*"|'[^']*'|[^>"'])*>|&#?[a-z0-9]{1,32};|[^<&\n]+|[^]/giy;
const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'source', 'wbr']);
const SHOWN = new Set(['img', 'video', 'audio']);
/** Where one of these ends, a line does. */
const BLOCKS = new Set(
  'blockquote dd details div dt figure h1 h2 h3 h4 h5 h6 li ol p pre section summary table td th tr ul'.split(' '),
);

/** The first line of rendered text that shows something, cut to what fits one; what was begun in it is ended. */
export function firstLineHtml(html: string): string {
  const open: string[] = [];
  let made = '';
  let chars = 0;
  let saysSomething = false;
  let tokens = 0;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(html); found && tokens < MAX_TOKENS; found = TOKEN.exec(html), tokens += 1) {
    const [token, slash, written] = found;
    const name = written?.toLowerCase();
    if (name === undefined) {
      const isBreak = token === '\n';
      if (isBreak && saysSomething) break;
      const isEmpty = !saysSomething && token.trim() === '';
      if (isBreak || isEmpty) continue;
      const room = MAX_CHARS - chars;
      const text = token.startsWith('&') ? [token] : Array.from(token.slice(0, 2 * MAX_CHARS));
      if (text.length > room) {
        made += `${text.slice(0, room).join('')}…`;
        break;
      }
      made += token;
      chars += text.length;
      saysSomething = true;
    } else if (slash) {
      if (BLOCKS.has(name) && saysSomething) break;
      if (open.at(-1) === name) open.pop();
      made += token;
    } else {
      if (name === 'br' || name === 'hr' || BLOCKS.has(name)) {
        if (saysSomething) break;
        if (VOID.has(name)) continue;
      }
      if (SHOWN.has(name)) saysSomething = true;
      if (!VOID.has(name)) open.push(name);
      made += token;
    }
  }
  return (
    made +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  );
}
