import type { MarkdownIt as Parser } from 'markdown-it';

type InlineRule = Parameters<Parser['inline']['ruler']['at']>[1];
type Match = NonNullable<ReturnType<Parser['linkify']['match']>>[number];

/** A chat address: as one of mail, and what may be asked for there. */
const XMPP =
  /[a-z\d._+-]{1,64}@(?:[a-z\d_-]{1,63}\.){1,10}(?:[a-z\d_-]{0,62}[a-z\d])(?![\w-])(?:\/[a-z\d@.]{0,1000}[a-z\d@])?/iy;
/** What GFM reads on behind a bracket, as far as it cannot be another sentence. */
const BEHIND_BRACKET = /[()][\w\-./?#=&%+~:@!$()*,;]{0,2000}/y;
const SCHEME = /(?:^|[^a-z0-9.+-])([a-z][a-z0-9.+-]*)$/i;
const ENDS_IN_ADDRESS = /(?:^|[^\w/])www\.\S{1,500}$/i;
/** Longer texts are left as they are: every address in one is sought from its beginning. */
const MAX_JOINED_CHARS = 1_000;
const ENTITY = /&(?:#x?[a-f\d]{1,8}|[a-z][a-z\d]{1,40});/gi;

/** Links without brackets: only what names a protocol, `www.` or the address of a user; `README.md` is a file, not Moldova. */
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
        const whole = endedAsGfm(found, text);
        end = whole.lastIndex;
        return [whole];
      }) ?? null
    );
  };
  md.inline.ruler.at('linkify', addressRule);
  md.core.ruler.before('linkify', 'address_entities', joinAmpersands);
  // A mark such as `+` is never part of a host; the links' own rule takes it for a letter.
  const { validateLink } = md;
  md.validateLink = (url) => validateLink(url) && !/^mailto:[^?]*@[^?]*[+!#$%^*]/i.test(url);
}

/** An address with a protocol, taken from the source before anything in it is read as emphasis or an entity. */
const addressRule: InlineRule = (state, silent) => {
  if (!state.md.options.linkify || state.linkLevel > 0 || !state.src.startsWith('://', state.pos)) return false;
  const scheme = SCHEME.exec(state.pending)?.[1];
  if (scheme === undefined) return false;
  const source = state.src.slice(state.pos - scheme.length, state.posMax);
  const found = state.md.linkify.matchAtStart(source);
  if (!found) return false;
  const { raw } = endedAsGfm(found, source);
  if (raw.length <= scheme.length) return false;
  const address = raw.replace(ENTITY, (entity) => state.md.utils.unescapeAll(entity));
  const href = state.md.normalizeLink(address);
  if (!state.md.validateLink(href)) return false;
  if (!silent) {
    state.pending = state.pending.slice(0, -scheme.length);
    const open = state.push('link_open', 'a', 1);
    open.attrs = [['href', href]];
    open.markup = 'linkify';
    open.info = 'auto';
    state.push('text', '', 0).content = state.md.normalizeLinkText(address);
    const close = state.push('link_close', 'a', -1);
    close.markup = 'linkify';
    close.info = 'auto';
  }
  state.pos += raw.length - scheme.length;
  return true;
};

/** `&amp;` in an address without a protocol is read before the address is: here it becomes a part of its text again. */
function joinAmpersands({ tokens, md }: Parameters<Parser['core']['process']>[0]): void {
  if (!md.options.linkify) return;
  for (const { children } of tokens) {
    if (!children) continue;
    for (let at = 1; at < children.length; at += 1) {
      const [before, entity, behind] = children.slice(at - 1, at + 2);
      if (entity?.type !== 'text_special' || entity.content !== '&' || before?.type !== 'text') continue;
      if (before.content.length > MAX_JOINED_CHARS || !ENDS_IN_ADDRESS.test(before.content)) continue;
      const isText = behind?.type === 'text';
      before.content += `&${isText ? behind.content : ''}`;
      children.splice(at, isText ? 2 : 1);
      at -= 1;
    }
  }
}

/** An address goes on behind a bracket that it did not open, and loses what is punctuation at its end. */
function endedAsGfm(found: Match, text: string): Match {
  if (found.schema === 'mailto:' || found.schema === 'xmpp:' || found.schema === '') return found;
  BEHIND_BRACKET.lastIndex = found.lastIndex;
  // What reads like an entity ends with a semicolon, which is none of an address.
  const semicolon = text.charAt(found.lastIndex) === ';' ? ';' : '';
  const behind = BEHIND_BRACKET.exec(text)?.[0] ?? semicolon;
  const length = trimmedLength(found.raw + behind);
  return resized(found, (written) => (written + behind).slice(0, length - (found.raw + behind).length || undefined));
}

/** The rules of GFM's extended autolinks: punctuation, closing brackets without an opening one, and entities. */
function trimmedLength(address: string): number {
  let end = address.length;
  let excess = 0;
  for (const sign of address) excess += sign === ')' ? 1 : sign === '(' ? -1 : 0;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    if (last === ';') {
      const entity = /&[a-z\d]{1,40};$/i.exec(address.slice(Math.max(0, end - 42), end))?.[0];
      if (entity) end -= entity.length - 1;
    } else if (last === ')' && excess > 0) excess -= 1;
    else if (!'?!.,:*_~\'"'.includes(last)) break;
  }
  return end;
}

function resized(found: Match, change: (written: string) => string): Match {
  const raw = change(found.raw);
  const lastIndex = found.lastIndex + raw.length - found.raw.length;
  return Object.assign(found, { lastIndex, raw, text: change(found.text), url: change(found.url) });
}
