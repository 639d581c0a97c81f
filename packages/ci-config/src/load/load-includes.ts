import { ConfigFailure, type Diagnostics, type SourceLocation } from '../diagnostics.ts';
import { Field } from '../config/field.ts';
import type { InputSpec } from '../config/input-specs.ts';
import type { Inputs } from '../config/model.ts';
import type { ConfigLimits } from '../limits.ts';
import { matchRules, type RuleConditions } from '../plan/match-rules.ts';
import { expandVariables } from '../text/expand-variables.ts';
import { compileGlob } from '../text/glob.ts';
import { parseYaml } from '../yaml/parse-yaml.ts';
import { resolveReferences } from '../yaml/references.ts';
import { deepMergeMaps, map, omit, type YamlMap, valueOf } from '../yaml/tree.ts';
import { TEMPLATES } from '../templates.ts';
import { type IncludeEntry, readIncludes } from './include-entries.ts';
import { readComponentAddress } from './component-address.ts';
import {
  applyInputs,
  type ComponentField,
  readComponentFields,
  readDeclaredInputs,
  readInputSpecs,
  readSpec,
} from './inputs.ts';
import { interpolate } from './interpolate.ts';
import type { FetchedFile, FileSources, IncludedFile, ProjectOrigin } from './sources.ts';

/** Where a file comes from, which decides what `local` means in it. */
type Origin = { readonly kind: 'project'; readonly of: ProjectOrigin | null } | { readonly kind: 'outside' };

interface SourceFile {
  readonly text: string;
  readonly name: string;
  readonly origin: Origin;
  readonly inputs: Inputs;
  readonly depth: number;
  /** Of a component: what it may know about itself. */
  readonly component?: Readonly<Record<ComponentField, string | null>> | undefined;
  /** The entry that includes it; undefined for the first file. */
  readonly entry: IncludeEntry | undefined;
}

/** A file that an entry of `include` names: how it is listed, how it is fetched, and what `local` means in it. */
interface Target {
  readonly listed: IncludedFile;
  readonly name: string;
  readonly fetch: () => Promise<FetchedFile>;
  /** For `component`: its name and the version as it was written. */
  readonly component?: { readonly name: string; readonly version: string };
  readonly originAt: (sha: string | undefined) => Origin;
}

const NO_CONDITIONS: RuleConditions = {
  changedFiles: async () => ({ status: 'known', paths: [] }),
  exists: async () => false,
};

/** Reads a file and everything it includes into one tree. */
export class IncludeLoader {
  readonly included: IncludedFile[] = [];
  /** Inputs that the first file declares. */
  inputSpecs: readonly InputSpec[] = [];
  readonly #sources: FileSources;
  readonly #variables: Readonly<Record<string, string>>;
  readonly #conditions: RuleConditions;
  readonly #limits: ConfigLimits;
  readonly #diagnostics: Diagnostics;
  #totalLength = 0;

  constructor(
    sources: FileSources,
    variables: Readonly<Record<string, string>>,
    conditions: RuleConditions | undefined,
    limits: ConfigLimits,
    diagnostics: Diagnostics,
  ) {
    this.#sources = sources;
    this.#variables = variables;
    this.#conditions = conditions ?? NO_CONDITIONS;
    this.#limits = limits;
    this.#diagnostics = diagnostics;
  }

  loadFirst(text: string, name: string, inputs: Inputs): Promise<YamlMap> {
    return this.#load({ text, name, inputs, origin: { kind: 'project', of: null }, depth: 0, entry: undefined });
  }

  async #load(file: SourceFile): Promise<YamlMap> {
    const content = await this.#parse(file);
    const includes = valueOf(content, 'include');
    if (includes === undefined) return content;
    if (file.depth >= this.#limits.maxIncludeDepth)
      throw new ConfigFailure(
        includes.at,
        `Includes are nested deeper than ${this.#limits.maxIncludeDepth} levels`,
        'include',
        'includes without a cycle',
      );
    const entries = readIncludes(resolveReferences(includes, content), this.#diagnostics);
    let merged = map([], content.at);
    for (const entry of entries) {
      if (!(await this.#isIncluded(entry, file.origin))) continue;
      for (const included of await this.#loadEntry(entry, file)) merged = deepMergeMaps(merged, included);
    }
    return deepMergeMaps(merged, omit(content, 'include'));
  }

  async #parse(file: SourceFile): Promise<YamlMap> {
    const start = { file: file.name, line: 1, column: 1 };
    const { header, content } = this.#parseText(file.text, file.name);
    let tree = content;
    if (header) {
      const spec = readSpec(header, this.#diagnostics);
      const specs = await this.#inputSpecs(spec, file);
      if (!file.entry) this.inputSpecs = specs;
      const fields = readComponentFields(spec);
      const inputs = this.#diagnostics.errors.length === 0 ? applyInputs(specs, file.inputs, header) : {};
      const facts = file.component;
      const component = facts ? Object.fromEntries(fields.map((name) => [name, facts[name]])) : {};
      const variables = file.origin.kind === 'outside' ? {} : this.#variables;
      if (this.#diagnostics.errors.length === 0) tree = interpolate(content, { inputs, component, variables });
    } else if (Object.keys(file.inputs).length > 0) {
      const message = 'Given inputs not defined in the `spec` section of the included configuration file';
      throw new ConfigFailure(file.entry?.field.at ?? start, message, 'include:inputs', 'a file with spec:inputs');
    }
    if (tree.kind === 'map') return tree;
    const isEmpty = tree.kind === 'scalar' && tree.value === null;
    if (!file.entry && isEmpty) throw new ConfigFailure(start, `Please provide content of ${file.name}`, '', 'a job');
    const message = !file.entry
      ? 'Invalid configuration format'
      : isEmpty
        ? `Included file \`${file.name}\` is empty!`
        : `Included file \`${file.name}\` does not have valid YAML syntax!`;
    throw new ConfigFailure(tree.at, message, '', 'a mapping of keys and jobs');
  }

  #parseText(text: string, name: string) {
    this.#totalLength += text.length;
    const most = this.#limits.maxTotalLength;
    if (this.#totalLength > most) {
      const start = { file: name, line: 1, column: 1 };
      throw new ConfigFailure(start, 'The parsed YAML is too big', '', `at most ${most} characters`);
    }
    return parseYaml(text, name, this.#limits, this.#diagnostics);
  }

  /** Inputs of the files in `spec:include`, and those of the header itself. */
  async #inputSpecs(spec: Field | undefined, file: SourceFile): Promise<InputSpec[]> {
    const own = readInputSpecs(spec);
    const includes = spec?.get('include').node;
    if (!includes) return own;
    const specs: InputSpec[] = [];
    for (const entry of readIncludes(includes, this.#diagnostics)) {
      if (entry.kind === 'template' || entry.kind === 'component' || entry.rules)
        this.#report(
          entry,
          'spec:include config can only have local, project and remote files',
          'local, project, remote',
        );
      else
        for (const target of await this.#targets(entry, file)) specs.push(...(await this.#sharedInputs(entry, target)));
    }
    specs.push(...own);
    const names = specs.map(({ name }) => name);
    const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at));
    if (twice.size > 0)
      throw new ConfigFailure(
        includes.at,
        `Duplicate input keys found: ${[...twice].join(', ')}. ` +
          'Input keys must be unique across all included files and inline specifications.',
        'spec:include',
        'each input once',
      );
    return specs;
  }

  async #sharedInputs(entry: IncludeEntry, target: Target): Promise<InputSpec[]> {
    const fetched = await this.#fetch(entry, target);
    if (!fetched) return [];
    const { content } = this.#parseText(fetched.text, target.name);
    const field = new Field(content, content.at, 'spec:include', this.#diagnostics);
    return field.isMap(['inputs']) ? readDeclaredInputs(field.get('inputs')) : [];
  }

  async #isIncluded(entry: IncludeEntry, origin: Origin): Promise<boolean> {
    if (!entry.rules) return true;
    const lookup = (name: string) => this.#lookup(name, origin);
    const outcome = await matchRules(entry.rules, lookup, this.#conditionsIn(origin));
    if (outcome.kind === 'invalid') {
      this.#diagnostics.error(
        outcome.rule.at,
        'include:rules',
        `include:rules:rule:changes ${outcome.message}`,
        'a ref',
      );
      return false;
    }
    return outcome.kind === 'match' && outcome.rule.when !== 'never';
  }

  /** `exists` looks into the project that has the file with the include. */
  #conditionsIn(origin: Origin): RuleConditions {
    if (origin.kind === 'outside') return NO_CONDITIONS;
    const conditions = this.#conditions;
    const { of: from } = origin;
    if (from === null) return conditions;
    return {
      changedFiles: (compareTo) => conditions.changedFiles(compareTo),
      exists: (condition) =>
        conditions.exists(
          condition.project === null ? { ...condition, project: from.project, ref: from.sha } : condition,
        ),
    };
  }

  /** Files from outside of projects see no variables: an address could carry them away. */
  #lookup(name: string, origin: Origin): string | undefined {
    if (origin.kind === 'outside') return undefined;
    return Object.hasOwn(this.#variables, name) ? this.#variables[name] : undefined;
  }

  #expand(text: string, origin: Origin): string {
    return expandVariables(text, (name) => this.#lookup(name, origin), { keepUnknown: true });
  }

  async #loadEntry(entry: IncludeEntry, from: SourceFile): Promise<YamlMap[]> {
    const loaded: YamlMap[] = [];
    for (const target of await this.#targets(entry, from)) {
      const fetched = await this.#fetch(entry, target);
      if (!fetched) continue;
      const { text, sha = null, release = null } = fetched;
      const component = target.component && {
        name: target.component.name,
        sha,
        version: release,
        reference: target.component.version,
      };
      const origin = target.originAt(fetched.sha);
      const { name } = target;
      loaded.push(
        await this.#load({ text, name, origin, component, inputs: entry.inputs, depth: from.depth + 1, entry }),
      );
    }
    return loaded;
  }

  /** The file of an entry; undefined where there is none, which is reported. */
  async #fetch(entry: IncludeEntry, target: Target): Promise<(FetchedFile & { ok: true }) | undefined> {
    const { listed, name } = target;
    const most = this.#limits.maxIncludes;
    if (this.included.length >= most)
      throw this.#failure(entry, `Maximum of ${most} nested includes are allowed!`, 'fewer includes');
    const isYaml = /\.ya?ml$/i.test(listed.location);
    if (!isYaml && listed.type !== 'remote' && listed.type !== 'component') {
      const message = `Included file \`${listed.location}\` does not have YAML extension!`;
      this.#report(entry, message, '.yml or .yaml');
      return undefined;
    }
    const fetched = await target.fetch();
    this.included.push({
      ...listed,
      sha: (fetched.ok && fetched.sha) || listed.sha,
      ...(fetched.ok && fetched.path !== undefined && { path: fetched.path }),
    });
    if (!fetched.ok) {
      this.#report(entry, missingMessage(listed, fetched), 'a file that exists and can be read');
      return undefined;
    }
    if (await hasIntegrity(entry, fetched.text)) return fetched;
    this.#report(
      entry,
      `Remote file \`${name}\` can't be verified: integrity check failed`,
      'the checksum of the file',
    );
    return undefined;
  }

  async #targets(entry: IncludeEntry, from: SourceFile): Promise<Target[]> {
    switch (entry.kind) {
      case 'local':
        return this.#localTargets(entry, this.#expand(entry.path, from.origin), from);
      case 'project': {
        const project = this.#expand(entry.project, from.origin);
        const ref = entry.ref === null ? null : this.#expand(entry.ref, from.origin);
        return entry.paths.map((each) =>
          this.#projectTarget(entry, project, normalize(this.#expand(each, from.origin)), ref),
        );
      }
      case 'remote': {
        const url = this.#expand(entry.url, from.origin);
        const { fetchRemote } = this.#sources;
        if (!/^https?:\/\//.test(url)) {
          this.#report(entry, `Remote file \`${url}\` does not have a valid address!`, 'an address with https://');
          return [];
        }
        return this.#outsideTarget(entry, 'remote', url, fetchRemote && (() => fetchRemote(url, entry.cacheSeconds)));
      }
      case 'template': {
        const name = this.#expand(entry.name, from.origin);
        const { fetchTemplate } = this.#sources;
        return this.#outsideTarget(entry, 'template', name, fetchTemplate && (() => fetchTemplate(name)));
      }
      case 'component':
        return this.#componentTarget(entry, this.#expand(entry.address, from.origin));
    }
  }

  async #localTargets(entry: IncludeEntry, text: string, from: SourceFile): Promise<Target[]> {
    const path = normalize(text);
    const { fetchLocal, listLocal } = this.#sources;
    if (from.origin.kind === 'outside') {
      this.#report(
        entry,
        `Local file \`${text}\` cannot be included from a file outside of a project`,
        'a full address',
      );
      return [];
    }
    if (!fetchLocal) throw this.#failure(entry, 'include:local is not available here', 'a file without includes');
    const { of: origin } = from.origin;
    const target = (each: string): Target => ({
      listed: { type: 'local', location: each, project: origin?.project ?? null, ref: null, sha: origin?.sha ?? null },
      name: origin ? `${origin.project}:${each}` : each,
      fetch: () => fetchLocal(each, origin),
      originAt: () => from.origin,
    });
    if (!path.includes('*')) return [target(path)];
    const matches = compileGlob(path);
    const paths = (await listLocal?.(origin)) ?? [];
    const found = paths.filter((each) => /\.ya?ml$/.test(each) && matches(each));
    if (found.length === 0)
      this.#report(entry, `Local file \`${text}\` does not exist!`, 'a pattern that matches a file');
    return found.sort().map(target);
  }

  #projectTarget(entry: IncludeEntry, project: string, path: string, ref: string | null): Target {
    const { fetchProject } = this.#sources;
    if (!fetchProject) throw this.#failure(entry, 'include:project is not available here', 'a file without includes');
    return {
      listed: { type: 'file', location: path, project, ref, sha: null },
      name: `${project}:${path}`,
      fetch: () => fetchProject({ project, path, ref }),
      originAt: (sha) => ({ kind: 'project', of: { project, sha: sha ?? ref ?? 'HEAD' } }),
    };
  }

  #componentTarget(entry: IncludeEntry, address: string): Target[] {
    const { fetchComponent, componentHost } = this.#sources;
    if (!fetchComponent || componentHost === undefined)
      throw this.#failure(entry, 'include:component is not available here', 'a file without includes');
    const component = readComponentAddress(address, componentHost);
    if ('problem' in component) {
      this.#report(
        entry,
        `Component \`${address}\` ${component.problem}`,
        `${componentHost}/group/project/name@version`,
      );
      return [];
    }
    const { project, name, version } = component;
    return [
      {
        listed: { type: 'component', location: address, project, ref: version, sha: null },
        name: address,
        component: { name, version },
        fetch: () => fetchComponent(component),
        originAt: (sha) => ({ kind: 'project', of: { project, sha: sha ?? version } }),
      },
    ];
  }

  #outsideTarget(
    entry: IncludeEntry,
    type: 'remote' | 'template',
    location: string,
    fetch: (() => Promise<FetchedFile>) | undefined,
  ): Target[] {
    if (!fetch) throw this.#failure(entry, `include:${type} is not available here`, 'local or project');
    return [
      {
        listed: { type, location, project: null, ref: null, sha: null },
        name: location,
        fetch,
        originAt: () => ({ kind: 'outside' }),
      },
    ];
  }

  #report(entry: IncludeEntry, message: string, expected: string): void {
    this.#diagnostics.error(entry.field.at, 'include', message, expected);
  }

  #failure(entry: { field: { at: SourceLocation } }, message: string, expected: string): ConfigFailure {
    return new ConfigFailure(entry.field.at, message, 'include', expected);
  }
}

const normalize = (path: string) => path.trim().replace(/^\/+/, '');

function missingMessage(listed: IncludedFile, fetched: FetchedFile & { ok: false }): string {
  const { type, location, project, ref } = listed;
  if (fetched.reason === 'project_not_found')
    return (
      `Project \`${project ?? ''}\` not found or access denied! ` +
      'Make sure any includes in the pipeline configuration are correctly defined.'
    );
  if (fetched.reason === 'ref_not_found' && type === 'component')
    return ref === '~latest'
      ? `Component \`${location}\` - the project has no release whose tag is a semantic version!`
      : `Component \`${location}\` - version \`${ref ?? ''}\` does not exist!`;
  if (fetched.reason === 'ref_not_found')
    return `Project \`${project ?? ''}\` reference \`${ref ?? 'HEAD'}\` does not exist!`;
  if (type === 'component') return `Component \`${location}\` - content not found`;
  if (type === 'remote')
    return `Remote file \`${location}\` could not be fetched${fetched.detail ? ` ${fetched.detail}` : ''}!`;
  if (type === 'template')
    return (
      `Template file \`${location}\` is not part of this instance, which has ${Object.keys(TEMPLATES).join(' and ')}. ` +
      'Include a file of your own with local, project, remote or component.'
    );
  if (fetched.reason === 'failed')
    return `File \`${location}\` could not be read${fetched.detail ? ` ${fetched.detail}` : ''}!`;
  return type === 'file'
    ? `Project \`${project ?? ''}\` file \`${location}\` does not exist!`
    : `Local file \`${location}\` does not exist!`;
}

/** Compares the text with the checksum that the entry asks for: `sha256-` and base64. */
async function hasIntegrity(entry: IncludeEntry, text: string): Promise<boolean> {
  if (entry.kind !== 'remote' || entry.integrity === null) return true;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return entry.integrity === `sha256-${base64}`;
}
