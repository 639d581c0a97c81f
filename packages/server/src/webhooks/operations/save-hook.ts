import { AppError, failFields, type FieldErrors, refuse } from '@tributary/contract/errors/app-error.ts';
import { type HookSettingsInput, OTHER_HOOK_EVENTS } from '@tributary/contract/projects/hooks.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { outboundUrlProblem } from '../../platform/outbound/outbound.ts';
import { can } from '../../platform/policy/policy.ts';
import { type CustomHeaders, openSecrets, sealHeaders, sealToken, sealUrlVariables } from '../hook-secrets.ts';
import { auditHook, getHookHome, type HookHome, loadHook, type LoadedHook } from '../hook-home.ts';
import {
  countHooks,
  deleteHookRow,
  type HookOwner,
  type HookRow,
  insertHook,
  lockHook,
  ownerColumns,
  updateHookRow,
} from '../store/hook-store.ts';
import { branchFilterProblem } from '../rules/branch-filter.ts';
import { headerNameProblem, headerValueProblem } from '../rules/custom-headers.ts';
import { maskedUrlProblem, type UrlVariables, urlVariableProblem } from '../rules/url-variables.ts';

const MAX_HOOKS = 100;
/** Custom headers, and parts of the address. */
const MAX_SECRETS = 20;

export type HookInput = HookSettingsInput & { owner: HookOwner };

const PLAIN = [
  'push_events',
  'tag_push_events',
  'merge_requests_events',
  'note_events',
  'confidential_note_events',
  'issues_events',
  'confidential_issues_events',
  'enable_ssl_verification',
  'branch_filter_strategy',
] as const;

function checkFields(ctx: Context, input: HookSettingsInput, present?: HookRow): void {
  const fields: FieldErrors = {};
  if (input.url !== undefined) {
    const blocked = outboundUrlProblem(ctx, input.url);
    const problem = blocked ? `is blocked: ${blocked}` : maskedUrlProblem(input.url);
    if (problem) fields['url'] = [problem];
  }
  const variables = (input.url_variables ?? []).flatMap(({ key, value }) => urlVariableProblem(key, value) ?? []);
  if (variables.length > 0) fields['url_variables'] = variables;
  const token = headerValueProblem(input.token ?? '');
  if (token) fields['token'] = [token];
  const filter = branchFilterProblem({
    strategy: input.branch_filter_strategy ?? present?.branch_filter_strategy ?? 'wildcard',
    pattern: input.push_events_branch_filter ?? present?.push_events_branch_filter ?? '',
  });
  if (filter) fields['push_events_branch_filter'] = [filter];
  const headers = (input.custom_headers ?? []).flatMap(({ key, value }) => {
    const problem = headerNameProblem(key) ?? headerValueProblem(value ?? '');
    return problem === null ? [] : [problem];
  });
  if (headers.length > 0) fields['custom_headers'] = headers;
  if (Object.keys(fields).length > 0) failFields(fields);
}

type NamedSecrets = { key: string; value?: string | undefined }[];

/** Secrets by name as they are after the change. One that is sent without a value keeps the value it has. */
function secretsAfter(sent: NamedSecrets | undefined, present: Record<string, string>) {
  if (!sent) return undefined;
  const entries = sent.flatMap(({ key, value }) => {
    const kept = value ?? present[key];
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return Object.fromEntries(entries);
}

/** Events that are not sent here, as they are stored after the change. */
function otherEventsAfter(input: HookSettingsInput, present: readonly string[]): string[] {
  return OTHER_HOOK_EVENTS.filter((name) => input[name] ?? present.includes(name));
}

function headerColumns(ctx: Context, headers: CustomHeaders) {
  const names = Object.keys(headers);
  return { custom_headers_sealed: names.length > 0 ? sealHeaders(ctx, headers) : null, custom_header_names: names };
}

function variableColumns(ctx: Context, variables: UrlVariables) {
  const names = Object.keys(variables);
  return {
    url_variables_sealed: names.length > 0 ? sealUrlVariables(ctx, variables) : null,
    url_variable_names: names,
  };
}

type Present = { headers: CustomHeaders; urlVariables: UrlVariables; otherEvents: readonly string[] };
const NOTHING: Present = { headers: {}, urlVariables: {}, otherEvents: [] };

function columnsOf(ctx: Context, input: HookSettingsInput, present: Present) {
  const plain = Object.fromEntries(PLAIN.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])));
  const headers = secretsAfter(input.custom_headers, present.headers);
  const variables = secretsAfter(input.url_variables, present.urlVariables);
  return {
    ...(plain as Partial<Pick<HookRow, (typeof PLAIN)[number]>>),
    ...(input.name !== undefined && { name: input.name ?? '' }),
    ...(input.description !== undefined && { description: input.description ?? '' }),
    ...(input.push_events_branch_filter !== undefined && {
      push_events_branch_filter: input.push_events_branch_filter ?? '',
    }),
    ...(input.token !== undefined && { token_sealed: input.token ? sealToken(ctx, input.token) : null }),
    ...(headers && headerColumns(ctx, headers)),
    ...(variables && variableColumns(ctx, variables)),
    other_events: otherEventsAfter(input, present.otherEvents),
  };
}

/** Makes a webhook; returns its id. */
export const createHook = defineOperation<HookInput & { url: string }, HookHome, number>({
  name: 'hook.create',
  load: (ctx, input) => getHookHome(ctx, input.owner),
  check: async (ctx, home) => {
    const denied = can(ctx.actor, home.admin, home.policy);
    if (denied) return denied;
    return (await countHooks(ctx.db, home.owner)) >= MAX_HOOKS ? refuse('too_many_hooks', { limit: MAX_HOOKS }) : null;
  },
  run: async (ctx, { owner }, input) => {
    checkFields(ctx, input);
    const hook = await insertHook(ctx.db, {
      ...columnsOf(ctx, input, NOTHING),
      ...ownerColumns(owner),
      url: input.url,
      created_by_id: actorId(ctx.actor) ?? null,
    });
    await auditHook(ctx, owner, 'created', { hook_id: hook.id, host: hostOf(hook.url) });
    return hook.id;
  },
});

/** Changes a webhook and gives it a fresh start. A new address loses the secrets, which were meant for the old one. */
export const updateHook = defineOperation<HookInput & { hookId: number }, LoadedHook, void>({
  name: 'hook.update',
  load: loadHook,
  check: (ctx, { home }) => can(ctx.actor, home.admin, home.policy),
  run: async (ctx, { home, hook }, input) => {
    await lockHook(ctx.db, hook.id);
    checkFields(ctx, input, hook);
    const isMoved = input.url !== undefined && input.url !== hook.url;
    const forget = { token_sealed: null, ...headerColumns(ctx, {}), ...variableColumns(ctx, {}) };
    const present = { ...openSecrets(ctx, hook), otherEvents: hook.other_events };
    await updateHookRow(ctx.db, hook.id, {
      ...(isMoved && { ...forget, url: input.url }),
      ...columnsOf(ctx, input, isMoved ? { ...NOTHING, otherEvents: hook.other_events } : present),
      consecutive_failures: 0,
      disabled_until: null,
      disabled_reason: null,
    });
    await auditHook(ctx, home.owner, 'updated', {
      hook_id: hook.id,
      host: hostOf(input.url ?? hook.url),
      changed: Object.keys(input).filter((key) => key !== 'owner' && key !== 'hookId'),
    });
  },
});

type SecretInput = {
  owner: HookOwner;
  hookId: number;
  kind: 'custom_headers' | 'url_variables';
  key: string;
  /** Null removes it. */
  value: string | null;
};

/** Sets or removes one custom header, or one secret part of the address. */
export const changeHookSecret = defineOperation<SecretInput, LoadedHook, void>({
  name: 'hook.change_secret',
  load: loadHook,
  check: (ctx, { home }) => can(ctx.actor, home.admin, home.policy),
  run: async (ctx, { home, hook: { id } }, { kind, key, value }) => {
    const hook = await lockHook(ctx.db, id);
    if (!hook) throw new AppError('not_found', { resource: 'Hook' });
    const { headers, urlVariables } = openSecrets(ctx, hook);
    const { [key]: present, ...others } = kind === 'custom_headers' ? headers : urlVariables;
    if (value === null && present === undefined) throw new AppError('not_found', { resource: 'Key' });
    const after = value === null ? others : { ...others, [key]: value };
    if (Object.keys(after).length > MAX_SECRETS) failFields({ [kind]: [`has more than ${MAX_SECRETS} entries`] });
    if (value !== null) checkFields(ctx, { [kind]: [{ key, value }] }, hook);
    await updateHookRow(
      ctx.db,
      id,
      kind === 'custom_headers' ? headerColumns(ctx, after) : variableColumns(ctx, after),
    );
    const details = { hook_id: id, host: hostOf(hook.url), changed: [kind] };
    await auditHook(ctx, home.owner, 'updated', details);
  },
});

export const deleteHook = defineOperation<{ owner: HookOwner; hookId: number }, LoadedHook, void>({
  name: 'hook.delete',
  load: loadHook,
  check: (ctx, { home }) => can(ctx.actor, home.admin, home.policy),
  run: async (ctx, { home, hook }) => {
    await deleteHookRow(ctx.db, hook.id);
    await auditHook(ctx, home.owner, 'deleted', { hook_id: hook.id, host: hostOf(hook.url) });
  },
});

/** The address itself may hold a secret, so the trail names only the host. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
