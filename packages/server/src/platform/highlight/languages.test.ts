import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { GRAMMARS, languageNamed, languageOf } from './languages.ts';

describe('languageOf', () => {
  it.each([
    ['src/a.ts', '', 'typescript'],
    ['src/a.TSX', '', 'typescript'],
    ['a/b.test.mjs', '', 'javascript'],
    ['Dockerfile', '', 'dockerfile'],
    ['x/Dockerfile.prod', '', 'dockerfile'],
    ['CMakeLists.txt', '', 'cmake'],
    ['Gemfile', '', 'ruby'],
    ['Makefile', '', 'makefile'],
    ['Cargo.lock', '', 'ini'],
    ['.gitlab-ci.yml', '', 'yaml'],
    ['pom.xml', '', 'xml'],
    ['.env.local', '', 'properties'],
    ['script', '#!/bin/sh', 'bash'],
    ['script', '#!/usr/bin/env node', 'javascript'],
    ['script', '#!/usr/bin/env -S FOO=1 python3.12 -u', 'python'],
    ['script', '#! /usr/bin/perl -w', 'perl'],
    ['script.unknown', '#!/usr/bin/ruby3.1', 'ruby'],
    ['data', '<?xml version="1.0"?>', 'xml'],
    ['README.md', '', 'markdown'],
  ])('%s %s', (path, firstLine, language) => {
    expect(languageOf(path, firstLine)).toBe(language);
  });

  it.each(['LICENSE', 'a.txt', 'constructor', '__proto__', 'a.constructor', '.', '', 'a/b/', '#!'])(
    'knows none for %j',
    (path) => {
      expect(languageOf(path)).toBeUndefined();
      expect(languageOf(path, '#!')).toBeUndefined();
      expect(languageOf(path, '#!/usr/bin/env')).toBeUndefined();
    },
  );

  it('names fences', () => {
    expect(languageNamed('JS')).toBe('javascript');
    expect(languageNamed('console')).toBe('shell');
    expect(languageNamed('shell')).toBe('bash');
    expect(languageNamed('toString')).toBeUndefined();
  });

  it('names only grammars that exist', () => {
    const load = createRequire(import.meta.url);
    for (const grammar of GRAMMARS) expect(() => load.resolve(`highlight.js/lib/languages/${grammar}`)).not.toThrow();
    expect(GRAMMARS.size).toBeGreaterThan(90);
  });
});
