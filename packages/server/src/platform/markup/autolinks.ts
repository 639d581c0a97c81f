import type { MarkdownIt as Parser } from 'markdown-it';

type Match = NonNullable<ReturnType<Parser['linkify']['match']>>[number];

/** A chat address: as one of mail, and what may be asked for there. */
const XMPP =
  /[a-z\d._+-]{1,64}@(?:[a-z\d_-]{1,63}\.){1,10}(?:[a-z\d_-]{0,62}[a-z\d])(?![\w-])(?:\/[a-z\d@.]{0,1000}[a-z\d@])?/iy;
/** What GFM reads on behind a bracket that was closed, as far as it cannot be another sentence. */
const BEHIND_BRACKET = /\)[\w\-./?#=&%+~:@!$()*,;]{0,2000}/y;
const TRAILING = /[?!.,:*_~;]+$/;

/** Links without brackets: only what names a protocol, `www.` or the address of a person; `README.md` is a file, not Moldova. */
export function autolinks(md: Parser): void {
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: true });
  md.linkify.add('//', null);
  md.linkify.add('www.', {
    validate: (text, pos, self) => {
      const length = self.testSchemaAt(`http://www.${text.slice(pos, pos + 2_000)}`, 'http:', 5);
      return Math.max(0, length - '//www.'.length);
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
  md.linkify.add('xmpp:', {
    validate: (text, pos) => {
      XMPP.lastIndex = pos;
      return XMPP.exec(text)?.[0].length ?? 0;
    },
  });
  const match = md.linkify.match.bind(md.linkify);
  md.linkify.match = (text) => {
    let end = 0;
    return (
      match(text)?.flatMap((found) => {
        if (found.index < end) return [];
        const whole = withoutEntity(beyondBracket(found, text), text);
        end = whole.lastIndex;
        return [whole];
      }) ?? null
    );
  };
  // A mark such as `+` is never part of a host; the links' own rule takes it for a letter.
  const { validateLink } = md;
  md.validateLink = (url) => validateLink(url) && !/^mailto:[^?]*@[^?]*[+!#$%^*]/i.test(url);
}

/** An address goes on behind a bracket that it did not open, when something else is its end. */
function beyondBracket(found: Match, text: string): Match {
  if (found.schema === 'mailto:' || found.schema === 'xmpp:' || found.schema === '') return found;
  BEHIND_BRACKET.lastIndex = found.lastIndex;
  const behind = BEHIND_BRACKET.exec(text)?.[0].replace(TRAILING, '');
  if (behind === undefined || behind.endsWith(')')) return found;
  return resized(found, (written) => written + behind);
}

/** What reads like an entity at the end of an address is none of it. */
function withoutEntity(found: Match, text: string): Match {
  const entity = text.charAt(found.lastIndex) === ';' ? /&[a-z\d]{1,40}$/i.exec(found.raw)?.[0] : undefined;
  return entity === undefined ? found : resized(found, (written) => written.slice(0, -entity.length));
}

function resized(found: Match, change: (written: string) => string): Match {
  const raw = change(found.raw);
  const lastIndex = found.lastIndex + raw.length - found.raw.length;
  return Object.assign(found, { lastIndex, raw, text: change(found.text), url: change(found.url) });
}
