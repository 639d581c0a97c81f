/** The classes that the style sheet knows. Everything an engine finds is one of these or plain text. */
export const TOKEN_CLASSES = [
  'hl-keyword',
  'hl-string',
  'hl-comment',
  'hl-number',
  'hl-function',
  'hl-type',
  'hl-variable',
  'hl-property',
  'hl-operator',
  'hl-tag',
  'hl-attr',
  'hl-meta',
  'hl-inserted',
  'hl-deleted',
] as const;

export type TokenClass = (typeof TOKEN_CLASSES)[number];

/** Scopes of highlight.js to our classes. A scope that is missing here is looked up by its part before the last dot. */
const SCOPES: Record<string, TokenClass> = {
  keyword: 'hl-keyword',
  literal: 'hl-keyword',
  'variable.language': 'hl-keyword',
  'selector-tag': 'hl-tag',
  tag: 'hl-tag',
  name: 'hl-tag',
  string: 'hl-string',
  regexp: 'hl-string',
  char: 'hl-string',
  symbol: 'hl-string',
  link: 'hl-string',
  code: 'hl-string',
  formula: 'hl-string',
  comment: 'hl-comment',
  quote: 'hl-comment',
  number: 'hl-number',
  built_in: 'hl-function',
  title: 'hl-function',
  type: 'hl-type',
  class: 'hl-type',
  section: 'hl-type',
  'title.class': 'hl-type',
  variable: 'hl-variable',
  subst: 'hl-variable',
  'template-variable': 'hl-variable',
  property: 'hl-property',
  attribute: 'hl-property',
  operator: 'hl-operator',
  bullet: 'hl-operator',
  attr: 'hl-attr',
  'selector-id': 'hl-attr',
  'selector-class': 'hl-attr',
  'selector-attr': 'hl-attr',
  'selector-pseudo': 'hl-attr',
  meta: 'hl-meta',
  doctag: 'hl-meta',
  'template-tag': 'hl-meta',
  addition: 'hl-inserted',
  deletion: 'hl-deleted',
};

const known = new Map<string, TokenClass | undefined>();

/** The class of an engine's scope such as `title.function.invoke`, or undefined for text without a colour. */
export function tokenClassOf(scope: string): TokenClass | undefined {
  if (known.has(scope)) return known.get(scope);
  let name = scope;
  let found = SCOPES[name];
  while (!found && name.includes('.')) {
    name = name.slice(0, name.lastIndexOf('.'));
    found = SCOPES[name];
  }
  known.set(scope, found);
  return found;
}
