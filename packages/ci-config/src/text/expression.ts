import { compilePattern, looksLikePattern } from './pattern.ts';

/** An expression of `rules:if`, parsed. */
export type Expression =
  | { readonly kind: 'or' | 'and'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: Comparison; readonly left: Operand; readonly right: Operand }
  | Operand;

export type Comparison = '==' | '!=' | '=~' | '!~';

export type Operand =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'pattern'; readonly source: string }
  | { readonly kind: 'null' };

type Token = Operand | { readonly kind: Comparison | '&&' | '||' | '(' | ')' };

const MAX_LENGTH = 10_000;
const MAX_DEPTH = 50;
const MAX_PATTERNS = 50;

const LEXEMES: ReadonlyArray<readonly [RegExp, (match: RegExpExecArray) => Token]> = [
  [/\$(\w+)/y, ([, name = '']) => ({ kind: 'variable', name })],
  [/\$\{(\w+)\}/y, ([, name = '']) => ({ kind: 'variable', name })],
  [/"([^"]*)"/y, ([, value = '']) => ({ kind: 'string', value })],
  [/'([^']*)'/y, ([, value = '']) => ({ kind: 'string', value })],
  [/null\b/y, () => ({ kind: 'null' })],
  [/\/(?:[^/\\]|\\.)+\/[imsU]*/y, ([source]) => ({ kind: 'pattern', source })],
  [/==|!=|=~|!~|&&|\|\||[()]/y, ([sign]) => ({ kind: sign as Comparison | '&&' | '||' | '(' | ')' })],
];

/** Parses an expression; undefined for invalid syntax and for patterns that do not compile. */
export function parseExpression(text: string): Expression | undefined {
  const tokens = text.length <= MAX_LENGTH ? tokenize(text) : undefined;
  const matches = tokens?.filter(({ kind }) => kind === '=~' || kind === '!~').length ?? 0;
  return tokens && matches <= MAX_PATTERNS ? new Parser(tokens).parse() : undefined;
}

function tokenize(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const found = nextToken(text, at);
    if (!found) return undefined;
    tokens.push(found.token);
    at = found.end;
  }
  return tokens;
}

function nextToken(text: string, at: number): { token: Token; end: number } | undefined {
  for (const [lexeme, make] of LEXEMES) {
    lexeme.lastIndex = at;
    const match = lexeme.exec(text);
    if (match) return { token: make(match), end: at + match[0].length };
  }
  return undefined;
}

const isOperand = (token: Token | undefined): token is Operand =>
  token !== undefined && ['variable', 'string', 'pattern', 'null'].includes(token.kind);

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Expression | undefined {
    const parsed = this.#or();
    return this.#at === this.#tokens.length ? parsed : undefined;
  }

  #or(): Expression | undefined {
    return this.#chain('||', 'or', () => this.#chain('&&', 'and', () => this.#comparison()));
  }

  #chain(sign: '||' | '&&', kind: 'or' | 'and', part: () => Expression | undefined): Expression | undefined {
    let left = part();
    while (left && this.#peek()?.kind === sign) {
      this.#at += 1;
      const right = part();
      if (!right) return undefined;
      left = { kind, left, right };
    }
    return left;
  }

  #comparison(): Expression | undefined {
    if (this.#peek()?.kind === '(') return this.#group();
    const left = this.#operand();
    const sign = this.#peek()?.kind;
    if (!left || left.kind === 'pattern') return undefined;
    if (sign !== '==' && sign !== '!=' && sign !== '=~' && sign !== '!~') return left;
    this.#at += 1;
    const right = this.#operand();
    if (!right) return undefined;
    if (sign === '==' || sign === '!=') return right.kind === 'pattern' ? undefined : { kind: sign, left, right };
    return right.kind === 'null' ? undefined : { kind: sign, left, right };
  }

  #group(): Expression | undefined {
    this.#depth += 1;
    this.#at += 1;
    const inner = this.#depth <= MAX_DEPTH ? this.#or() : undefined;
    if (!inner || this.#peek()?.kind !== ')') return undefined;
    this.#at += 1;
    this.#depth -= 1;
    return inner;
  }

  #operand(): Operand | undefined {
    const token = this.#peek();
    if (!isOperand(token)) return undefined;
    if (token.kind === 'pattern' && !compilePattern(token.source)) return undefined;
    this.#at += 1;
    return token;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }
}

/** Is the expression true? `lookup` answers undefined for a variable that does not exist. */
export function evaluateExpression(expression: Expression, lookup: (name: string) => string | undefined): boolean {
  switch (expression.kind) {
    case 'or':
      return evaluateExpression(expression.left, lookup) || evaluateExpression(expression.right, lookup);
    case 'and':
      return evaluateExpression(expression.left, lookup) && evaluateExpression(expression.right, lookup);
    case '==':
      return read(expression.left, lookup) === read(expression.right, lookup);
    case '!=':
      return read(expression.left, lookup) !== read(expression.right, lookup);
    case '=~':
      return matches(expression.left, expression.right, lookup);
    case '!~':
      return !matches(expression.left, expression.right, lookup);
    default:
      return (read(expression, lookup) ?? '') !== '';
  }
}

function read(operand: Operand, lookup: (name: string) => string | undefined): string | undefined {
  if (operand.kind === 'variable') return lookup(operand.name);
  if (operand.kind === 'null') return undefined;
  return operand.kind === 'string' ? operand.value : operand.source;
}

/** The right side is a pattern, or a variable or text that holds one; text without slashes is looked for as a part of the left side. */
function matches(left: Operand, right: Operand, lookup: (name: string) => string | undefined): boolean {
  const text = read(left, lookup);
  const pattern = read(right, lookup);
  if (text === undefined || pattern === undefined) return false;
  return looksLikePattern(pattern) ? (compilePattern(pattern)?.test(text) ?? false) : text.includes(pattern);
}
