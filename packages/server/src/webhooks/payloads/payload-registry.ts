import type { Extension } from '../../platform/extensions.ts';
import type { HookEventKey } from '@tributary/contract/projects/page.ts';
import type { Context } from '../../platform/context.ts';
import type { HookTrigger } from '../store/hook-store.ts';
import { type EventOf, type EventType, onEvent } from '../../platform/events.ts';

/** What a webhook tells of one event. */
export type HookPayload = {
  projectId: number;
  /** Which of a hook's switches it belongs to. */
  trigger: HookTrigger;
  /** Value of `X-Gitlab-Event`: `Push Hook`, `Merge Request Hook`, `Note Hook`. */
  eventName: string;
  /** Branch that a hook's branch filter is compared with; none for what has no branch. */
  branch?: string | undefined;
  body: Record<string, unknown>;
};

export type PayloadBuilder<T extends EventType> = (ctx: Context, event: EventOf<T>) => Promise<HookPayload | null>;

/** Sends a payload to the hooks that want it. Set by the hooks themselves when they are loaded. */
type Dispatch = (ctx: Context, eventId: number, payload: HookPayload) => Promise<void>;
let dispatch: Dispatch | undefined;

export function setHookDispatch(send: Dispatch): Extension {
  return () => {
    dispatch = send;
  };
}

/**
 * Says what webhooks are told of an event. `build` runs in a job after the event's transaction, as the product itself;
 * null tells nothing. Several builders may tell of one event, each to another trigger.
 */
export function defineHookPayload<T extends EventType>(type: T, build: PayloadBuilder<T>, name = 'hooks'): Extension {
  return () => {
    const tell = async (ctx: Context, event: EventOf<T>) => {
      const payload = await build(ctx, event);
      if (payload && dispatch) await dispatch(ctx, event.id, payload);
    };
    onEvent(type, name, tell, { waits: true })();
  };
}

/** Makes an example of a trigger's payload from what is really in the project; null when there is nothing to tell of. */
type SampleBuilder = (ctx: Context, projectId: number) => Promise<HookPayload | null>;
const samples = new Map<HookEventKey, SampleBuilder[]>();

/** For the test button of the hook's page. Several slices may have examples of one trigger: the first that has one gives it. */
export function defineHookSample(trigger: HookEventKey, build: SampleBuilder): Extension {
  return () => {
    samples.set(trigger, [...(samples.get(trigger) ?? []), build]);
  };
}

export function hookSample(trigger: HookEventKey): SampleBuilder | undefined {
  const builders = samples.get(trigger);
  if (!builders) return undefined;
  return async (ctx, projectId) => {
    for (const build of builders) {
      const payload = await build(ctx, projectId);
      if (payload) return payload;
    }
    return null;
  };
}

/** The same of a trigger that only groups have, from what is really in the group. */
export type GroupSample = Pick<HookPayload, 'trigger' | 'eventName' | 'body'>;
type GroupSampleBuilder = (ctx: Context, groupId: number) => Promise<GroupSample | null>;
const groupSamples = new Map<HookEventKey, GroupSampleBuilder>();

export function defineGroupHookSample(trigger: HookEventKey, build: GroupSampleBuilder): Extension {
  return () => {
    groupSamples.set(trigger, build);
  };
}

export const groupHookSample = (trigger: HookEventKey): GroupSampleBuilder | undefined => groupSamples.get(trigger);

/** What hooks of projects can be tested with; hooks of groups have some more. */
export function sampledTriggers(owner: 'project' | 'group'): HookEventKey[] {
  return [...samples.keys(), ...(owner === 'group' ? groupSamples.keys() : [])];
}
