/** What `unsafePartsOf` needs of a parsed document; jsdom's and a browser's both fit. */
export type ParsedElement = {
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
};

const ALLOWED = new Set(
  (
    'a abbr b bdi bdo blockquote br caption cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr ' +
    'i img input ins kbd li mark ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody ' +
    'td tfoot th thead time tr tt u ul var wbr'
  ).split(' '),
);
const ATTRIBUTES =
  /^(?:align|alt|aria-label|checked|class|colspan|data-color|data-inapplicable|data-language|data-math-style|data-offsets|data-reference-type|data-task-index|data-task-line|datetime|dir|disabled|height|href|id|lang|loading|open|rel|reversed|rowspan|scope|src|start|target|title|type|value|width)$/;

/** What a page must never get from a text, as sentences; empty when the elements are harmless. */
export function unsafePartsOf(elements: Iterable<ParsedElement>): string[] {
  const parts: string[] = [];
  for (const element of elements) {
    const name = element.localName;
    if (!ALLOWED.has(name)) parts.push(`element ${name}`);
    if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml') parts.push(`${name} of another namespace`);
    for (const attribute of element.attributes) {
      const reason = unsafeAttribute(name, attribute.name, attribute.value);
      if (reason) parts.push(`${name}: ${reason}`);
    }
  }
  return parts;
}

function unsafeAttribute(element: string, name: string, value: string): string | undefined {
  if (!ATTRIBUTES.test(name)) return `attribute ${name}`;
  if (name === 'href' && !/^(?:(?:https?|ftp):\/\/|mailto:|xmpp:|\/(?!\/)|#)/.test(value)) return `href ${value}`;
  if (name === 'src' && !/^(?:https:\/\/|\/(?!\/))/.test(value)) return `src ${value}`;
  if (name === 'id' && !/^user-content-[^\s"'<>]+$/.test(value)) return `id ${value}`;
  if (name === 'class' && !/^[a-z][a-z0-9-]*(?: [a-z][a-z0-9-]*)*$/.test(value)) return `class ${value}`;
  if (name === 'class' && /fixed|inset|absolute|z-/.test(value)) return `class ${value} of the page`;
  if (name === 'type' && element === 'input' && value !== 'checkbox') return `input of type ${value}`;
  if (name === 'data-inapplicable' && value !== '') return `inapplicable ${value}`;
  if (name === 'data-math-style' && !/^(?:inline|display)$/.test(value)) return `style ${value}`;
  if (name.startsWith('data-task-') && !/^\d{1,7}$/.test(value)) return `${name} ${value}`;
  if (name === 'data-color' && !/^(?:#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([\d.,% /deg]+\))$/i.test(value))
    return `color ${value}`;
  return undefined;
}
