/** A position in a configuration file; lines and columns start at 1. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A problem in a configuration: what is wrong, at which key, where, and what is allowed instead. */
export interface ConfigError extends SourceLocation {
  readonly message: string;
  /** The path of the key, joined with colons: `jobs:test:artifacts`. Empty for the file as a whole. */
  readonly key: string;
  readonly expected: string | null;
}

/** Errors after this number are not reported. */
const MAX_ERRORS = 100;

/** Thrown inside the package when nothing more can be read; never leaves it. */
export class ConfigFailure extends Error {
  readonly errors: readonly ConfigError[];

  constructor(at: SourceLocation, message: string, key = '', expected: string | null = null) {
    super(message);
    this.errors = [{ message, key, expected, file: at.file, line: at.line, column: at.column }];
  }
}

/** Collects the errors and warnings of one configuration. */
export class Diagnostics {
  readonly errors: ConfigError[] = [];
  readonly warnings: ConfigError[] = [];

  error(at: SourceLocation, key: string, message: string, expected: string | null = null): void {
    this.#add(this.errors, at, key, message, expected);
  }

  warn(at: SourceLocation, key: string, message: string): void {
    this.#add(this.warnings, at, key, message, null);
  }

  #add(list: ConfigError[], at: SourceLocation, key: string, message: string, expected: string | null): void {
    const isKnown = list.some((each) => each.message === message && each.line === at.line && each.file === at.file);
    if (list.length >= MAX_ERRORS || isKnown) return;
    list.push({ message, key, expected, file: at.file, line: at.line, column: at.column });
  }
}
