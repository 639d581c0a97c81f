import type { Inputs } from '../config/model.ts';
import type { ConfigLimits } from '../limits.ts';
import type { RuleConditions } from '../plan/match-rules.ts';

/** A project at a commit, whose files an included file may include as local ones. Null stands for the project of the pipeline. */
export interface ProjectOrigin {
  readonly project: string;
  readonly sha: string;
}

/** The text of a file, or why there is none. `sha` is the commit that a ref was resolved to. */
export type FetchedFile =
  | {
      readonly ok: true;
      readonly text: string;
      readonly sha?: string;
      /** Of a component: its file, and the release that its version stands for. */
      readonly path?: string;
      readonly release?: string | null;
    }
  | {
      readonly ok: false;
      readonly reason: 'not_found' | 'project_not_found' | 'ref_not_found' | 'failed';
      /** For `failed`, as the end of a sentence: "because of a timeout". */
      readonly detail?: string;
    };

export interface ComponentRequest {
  readonly project: string;
  readonly name: string;
  readonly version: string;
}

/** How included files are read. The caller checks rights and addresses; what is not given cannot be included. */
export interface FileSources {
  fetchLocal?(path: string, origin: ProjectOrigin | null): Promise<FetchedFile>;
  /** All paths, for includes with wildcards. */
  listLocal?(origin: ProjectOrigin | null): Promise<readonly string[]>;
  fetchProject?(request: { project: string; path: string; ref: string | null }): Promise<FetchedFile>;
  /** `cacheSeconds`: how old a known answer may be. */
  fetchRemote?(url: string, cacheSeconds?: number | null): Promise<FetchedFile>;
  fetchTemplate?(name: string): Promise<FetchedFile>;
  /** `templates/NAME.yml` or `templates/NAME/template.yml` of a project, at a commit, tag, branch or `~latest`. */
  fetchComponent?(request: ComponentRequest): Promise<FetchedFile>;
  /** What addresses of components start with: the host of this instance, as in `CI_SERVER_FQDN`. */
  readonly componentHost?: string;
}

export interface LoadRequest extends FileSources {
  readonly text: string;
  /** Name of the file in errors; `.gitlab-ci.yml` by default. */
  readonly file?: string;
  /** Values for the inputs that the file declares. */
  readonly inputs?: Inputs;
  /**
   * Values for variables in includes, their rules and `expand_vars`: project, group, instance, pipeline and predefined variables.
   * Leave out what may not be visible in the merged file, such as masked and protected variables.
   */
  readonly variables?: Readonly<Record<string, string>>;
  /** Answers for `include:rules`; without them, no `changes` and no `exists` matches. */
  readonly conditions?: RuleConditions;
  readonly limits?: Partial<ConfigLimits>;
}

/** A file that was included, as the lint endpoint lists it. */
export interface IncludedFile {
  readonly type: 'local' | 'file' | 'remote' | 'template' | 'component';
  readonly location: string;
  /** Path of the file of a component in its project. */
  readonly path?: string;
  /** Null for a file of the project itself, and outside of projects. */
  readonly project: string | null;
  readonly ref: string | null;
  readonly sha: string | null;
}
