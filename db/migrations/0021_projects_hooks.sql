-- Webhooks and what became of every delivery.

CREATE TABLE project_hooks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
  name text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  url text NOT NULL,
  -- Secrets are sealed and never leave again, except in the requests themselves.
  token_sealed text,
  custom_headers_sealed text,
  custom_header_names text[] NOT NULL DEFAULT '{}',
  push_events boolean NOT NULL DEFAULT true,
  tag_push_events boolean NOT NULL DEFAULT false,
  merge_requests_events boolean NOT NULL DEFAULT false,
  note_events boolean NOT NULL DEFAULT false,
  enable_ssl_verification boolean NOT NULL DEFAULT true,
  push_events_branch_filter text NOT NULL DEFAULT '',
  branch_filter_strategy text NOT NULL DEFAULT 'wildcard' CHECK (branch_filter_strategy IN ('wildcard', 'regex', 'all_branches')),
  consecutive_failures integer NOT NULL DEFAULT 0,
  disabled_until timestamptz,
  disabled_reason text,
  -- Sent as X-Gitlab-Webhook-UUID.
  uuid uuid NOT NULL DEFAULT gen_random_uuid(),
  created_by_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX project_hooks_project_id ON project_hooks (project_id);

CREATE TABLE hook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hook_id bigint NOT NULL REFERENCES project_hooks ON DELETE CASCADE,
  -- The event it tells of; null for tests and deliveries sent again by hand.
  event_id bigint,
  -- The same for every attempt, so that a receiver can tell a repetition.
  uuid uuid NOT NULL,
  trigger text NOT NULL,
  event_name text NOT NULL,
  attempt integer NOT NULL DEFAULT 1,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'succeeded', 'failed')),
  url text NOT NULL,
  request_headers jsonb NOT NULL DEFAULT '{}',
  request_body text NOT NULL,
  response_status integer,
  response_headers jsonb NOT NULL DEFAULT '{}',
  response_body text NOT NULL DEFAULT '',
  error text,
  duration_ms integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE INDEX hook_deliveries_hook_id ON hook_deliveries (hook_id, id DESC);
CREATE INDEX hook_deliveries_created_at ON hook_deliveries (created_at);
CREATE UNIQUE INDEX hook_deliveries_event_key ON hook_deliveries (hook_id, event_id, attempt) WHERE event_id IS NOT NULL;
